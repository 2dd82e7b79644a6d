//@ check --symbolic: safe
//@ cflags: -DKIND=7
// Floats that are chosen by input: what is computed of entries of a table is an entry of another one.
#include "offsets.c"
