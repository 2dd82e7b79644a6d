//@ check --symbolic: safe
//@ cflags: -DKIND=2
// See the other file.
#include "printing_into.c"
