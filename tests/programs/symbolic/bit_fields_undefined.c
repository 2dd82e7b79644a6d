//@ check --symbolic: uninitialised-read
//@ cflags: -DKIND=2
// See the other file.
#include "bit_fields.c"
