//@ check --symbolic: out-of-bounds line=@found
//@ cflags: -DKIND=2
// A negative index.
#include "offsets_wrap.c"
