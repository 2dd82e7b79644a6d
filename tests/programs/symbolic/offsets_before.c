//@ check --symbolic: out-of-bounds line=@found
//@ cflags: -DKIND=4
// An index before the table.
#include "offsets.c"
