//@ check: safe executions=1
//@ cflags: -O1
// vla.c as clang optimises it at -O1.
#include "../vla.c"
