//@ check --races explore --symbolic: safe
//@ cflags: -DINPUT
// See the other file.
#include "fib_bench.c"
