//@ check: safe executions=1
//@ cflags: -O1
// float_convert.c as clang optimises it at -O1.
#include "../float_convert.c"
