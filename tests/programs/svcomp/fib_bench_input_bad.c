//@ check --races explore --symbolic: assertion line=@error message="with input i = 1"
//@ cflags: -DINPUT -DBAD
// See the other file. With i = 0 it is 5 at most.
#include "fib_bench.c"
