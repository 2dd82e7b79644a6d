//@ check: safe executions=1
//@ cflags: -O1
// compound_assign.c as clang optimises it at -O1.
#include "../compound_assign.c"
