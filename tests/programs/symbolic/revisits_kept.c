//@ check --symbolic: safe executions=4
//@ cflags: -DKIND=2
// x is read as 0: both threads ask, and agree: 2. x is read as 1: only the writer asks: 2.
#include "revisits.c"
