//@ check: safe executions=1
//@ cflags: -O1
// variadic.c as clang optimises it at -O1.
#include "../variadic.c"
