//@ check --symbolic: assertion line=@1
//@ cflags: -DKIND=1
// See the other file.
#include "bit_fields.c"
