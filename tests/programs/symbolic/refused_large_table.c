//@ check --symbolic: incomplete unsupported="256 values"
//@ cflags: -DKIND=2
// See the other file.
#include "refused.c"
