//@ check: safe executions=1
//@ cflags: -O1
// pointer_arithmetic.c as clang optimises it at -O1.
#include "../pointer_arithmetic.c"
