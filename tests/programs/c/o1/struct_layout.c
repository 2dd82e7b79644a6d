//@ check: safe executions=1
//@ cflags: -O1
// struct_layout.c as clang optimises it at -O1.
#include "../struct_layout.c"
