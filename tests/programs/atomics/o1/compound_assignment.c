//@ check: safe executions=1
//@ cflags: -O1
// compound_assignment.c as clang optimises it at -O1.
#include "../compound_assignment.c"
