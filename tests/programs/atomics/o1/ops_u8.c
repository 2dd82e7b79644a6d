//@ check: safe executions=1
//@ cflags: -O1
// ops_u8.c as clang optimises it at -O1.
#include "../ops_u8.c"
