//@ check: safe executions=3
//@ cflags: -O1
// cas_loop_bounded.c as clang optimises it at -O1.
#include "../cas_loop_bounded.c"
