//@ check --races explore --symbolic: unreachable line=@error message="i = 1"
//@ cflags: -DINPUT -DBAD
// See the other file. With i = 0 it is 5 at most.
#include "fib_bench.c"
