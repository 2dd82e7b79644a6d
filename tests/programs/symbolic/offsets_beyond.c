//@ check --symbolic: out-of-bounds line=@found
//@ cflags: -DKIND=3
// An index beyond the table.
#include "offsets.c"
