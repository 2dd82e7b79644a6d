//@ check: safe executions=1 note=none
//@ cflags: -O1
// linked_list.c as clang optimises it at -O1.
#include "../linked_list.c"
