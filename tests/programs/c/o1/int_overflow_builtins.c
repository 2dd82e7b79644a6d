//@ check: safe executions=1
//@ cflags: -O1
// int_overflow_builtins.c as clang optimises it at -O1.
#include "../int_overflow_builtins.c"
