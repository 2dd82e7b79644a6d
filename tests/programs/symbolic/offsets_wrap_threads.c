//@ check --symbolic: out-of-bounds line=@found
//@ cflags: -DKIND=1
// Where other threads may notice which bytes are accessed.
#include "offsets_wrap.c"
