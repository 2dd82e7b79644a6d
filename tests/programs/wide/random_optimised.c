//@ check: safe executions=1
//@ cflags: -w -O2
// The same, optimised: clang computes with other operations.
#include "random.c"
