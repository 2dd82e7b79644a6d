//@ check: safe executions=1
//@ cflags: -O1
// float_arithmetic.c as clang optimises it at -O1.
#include "../float_arithmetic.c"
