//@ check: safe executions=1
//@ cflags: -O1
// string_functions.c as clang optimises it at -O1.
#include "../string_functions.c"
