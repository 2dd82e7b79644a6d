//@ check --symbolic: out-of-bounds line=@1
//@ cflags: -DKIND=1
// Of 23 the last one is beyond the end.
#include "sizes.c"
