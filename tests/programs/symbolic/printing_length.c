//@ check --symbolic: safe
//@ cflags: -DKIND=5
// See the other file.
#include "printing_into.c"
