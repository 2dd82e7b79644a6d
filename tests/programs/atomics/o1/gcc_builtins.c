//@ check: safe executions=1
//@ cflags: -O1
// gcc_builtins.c as clang optimises it at -O1.
#include "../gcc_builtins.c"
