//@ check --symbolic: safe
//@ cflags: -DKIND=4
// See the other file.
#include "printing_into.c"
