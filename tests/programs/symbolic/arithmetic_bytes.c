//@ check --symbolic: assertion line=@6
//@ cflags: -DKIND=6
// See the other file.
#include "arithmetic.c"
