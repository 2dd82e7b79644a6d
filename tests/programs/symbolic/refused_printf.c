//@ check --symbolic: incomplete unsupported="256 values"
//@ cflags: -DKIND=3
// See the other file.
#include "refused.c"
