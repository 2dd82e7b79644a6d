//@ check: safe executions=1
//@ cflags: -O1
// snprintf.c as clang optimises it at -O1.
#include "../snprintf.c"
