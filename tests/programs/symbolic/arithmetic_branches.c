//@ check --symbolic: safe executions=4
//@ cflags: -DKIND=8
// See the other file.
#include "arithmetic.c"
