//@ check --symbolic: safe
//@ cflags: -DKIND=6
// See the other file.
#include "printing_into.c"
