//@ check --symbolic: out-of-bounds line=@2
//@ cflags: -DKIND=2
// See the other file.
#include "arithmetic.c"
