//@ check --symbolic: safe
//@ cflags: -DKIND=3
// See the other file.
#include "printing_into.c"
