//@ check: safe executions=1
//@ cflags: -O1
// min_max.c as clang optimises it at -O1.
#include "../min_max.c"
