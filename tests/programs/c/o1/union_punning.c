//@ check: safe executions=1
//@ cflags: -O1
// union_punning.c as clang optimises it at -O1.
#include "../union_punning.c"
