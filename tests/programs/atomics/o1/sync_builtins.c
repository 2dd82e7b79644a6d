//@ check: safe executions=1
//@ cflags: -O1
// sync_builtins.c as clang optimises it at -O1.
#include "../sync_builtins.c"
