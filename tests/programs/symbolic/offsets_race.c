//@ check --symbolic: data-race line=@race
//@ cflags: -DKIND=5
// Two threads write, one of them at an offset of input: only 3 races.
#include "offsets.c"
