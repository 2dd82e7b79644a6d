//@ check: safe executions=1
//@ cflags: -O1
// int_widths.c as clang optimises it at -O1.
#include "../int_widths.c"
