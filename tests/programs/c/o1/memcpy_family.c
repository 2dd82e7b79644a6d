//@ check: safe executions=1
//@ cflags: -O1
// memcpy_family.c as clang optimises it at -O1.
#include "../memcpy_family.c"
