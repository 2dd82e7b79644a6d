//@ check --symbolic: safe
//@ cflags: -DKIND=9
// See the other file.
#include "arithmetic.c"
