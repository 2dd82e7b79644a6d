//@ check --symbolic: safe
//@ cflags: -DKIND=2
// See the other file.
#include "sizes.c"
