//@ check: safe executions=3
//@ cflags: -O1
// store_buffering_fenced.c as clang optimises it at -O1.
#include "../store_buffering_fenced.c"
