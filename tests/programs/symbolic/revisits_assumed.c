//@ check --symbolic: safe executions=2 blocked=2
//@ cflags: -DKIND=3
// x is read as 0 or 1, and then a is 0, which ends the thread, or not. (Where a is not 0 it asks again, and knows.)
#include "revisits.c"
