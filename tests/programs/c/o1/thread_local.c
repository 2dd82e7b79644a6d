//@ check: safe executions=1
//@ cflags: -O1
// thread_local.c as clang optimises it at -O1.
#include "../thread_local.c"
