//@ check: assertion line=@less
//@ check --keep-going: assertion faults=1
//@ cflags: -DDIFFER
// As rand_threads_alike.c, with an assertion that holds in one of the two executions only: two different numbers are in one order or
// the other.
#include "rand_threads_alike.c"
