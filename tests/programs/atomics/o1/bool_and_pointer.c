//@ check: safe executions=1
//@ cflags: -O1
// bool_and_pointer.c as clang optimises it at -O1.
#include "../bool_and_pointer.c"
