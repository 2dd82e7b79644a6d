//@ check: safe executions=1
//@ cflags: -O1
// computed_goto.c as clang optimises it at -O1.
#include "../computed_goto.c"
