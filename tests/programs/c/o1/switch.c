//@ check: safe executions=1
//@ cflags: -O1
// switch.c as clang optimises it at -O1.
#include "../switch.c"
