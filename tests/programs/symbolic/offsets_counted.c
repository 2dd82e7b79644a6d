//@ check --symbolic: safe executions=1
//@ cflags: -DKIND=2
// Writes at offsets of input to memory that nobody else sees.
#include "offsets.c"
