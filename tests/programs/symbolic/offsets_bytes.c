//@ check --symbolic: safe
//@ cflags: -DKIND=8
// Pieces of numbers.
#include "offsets.c"
