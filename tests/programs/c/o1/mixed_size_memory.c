//@ check: safe executions=1
//@ cflags: -O1
// mixed_size_memory.c as clang optimises it at -O1.
#include "../mixed_size_memory.c"
