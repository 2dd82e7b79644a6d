//@ check: safe executions=1
//@ cflags: -O1
// goto_loops.c as clang optimises it at -O1.
#include "../goto_loops.c"
