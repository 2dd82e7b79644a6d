//@ check: safe executions=1
//@ cflags: -O1
// function_pointers.c as clang optimises it at -O1.
#include "../function_pointers.c"
