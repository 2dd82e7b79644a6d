//@ check: safe executions=1
//@ cflags: -O1
// recursion.c as clang optimises it at -O1.
#include "../recursion.c"
