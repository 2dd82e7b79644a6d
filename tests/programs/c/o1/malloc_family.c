//@ check: safe executions=1 note=none
//@ cflags: -O1
// malloc_family.c as clang optimises it at -O1.
#include "../malloc_family.c"
