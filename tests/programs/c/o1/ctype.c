//@ check: safe executions=1
//@ cflags: -O1
// ctype.c as clang optimises it at -O1.
#include "../ctype.c"
