//@ check: safe executions=2 blocked=1
//@ cflags: -O1
// cas_loop_bounded.c as clang optimises it at -O1.
#include "../cas_loop_bounded.c"
