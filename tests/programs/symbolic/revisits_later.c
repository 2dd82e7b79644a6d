//@ check --symbolic: safe executions=4
//@ cflags: -DKIND=4
// a = 0: 1. Else x is read as 0: 1, and as 1, where it is asked whether a is 5: 2.
#include "revisits.c"
