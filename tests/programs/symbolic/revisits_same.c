//@ check --symbolic: safe executions=3
//@ cflags: -DKIND=1
// The other way round: x is written if a is 0. With a = 0 it is read before or after: 2. Else nothing is written: 1.
#include "revisits.c"
