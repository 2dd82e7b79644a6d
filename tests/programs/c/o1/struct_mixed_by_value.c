//@ check: safe executions=1
//@ cflags: -O1
// struct_mixed_by_value.c as clang optimises it at -O1.
#include "../struct_mixed_by_value.c"
