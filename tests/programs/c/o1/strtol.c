//@ check: safe executions=1
//@ cflags: -O1
// strtol.c as clang optimises it at -O1.
#include "../strtol.c"
