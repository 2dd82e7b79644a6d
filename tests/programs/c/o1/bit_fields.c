//@ check: safe executions=1
//@ cflags: -O1
// bit_fields.c as clang optimises it at -O1.
#include "../bit_fields.c"
