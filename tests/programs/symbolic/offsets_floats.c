//@ check --symbolic: safe
//@ cflags: -DKIND=7
// Floats that are chosen by input: which is asked, since nothing is computed of floats of input.
#include "offsets.c"
