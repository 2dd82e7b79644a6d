//@ check --symbolic: exit-status
//@ cflags: -DKIND=4
// See the other file.
#include "arithmetic.c"
