//@ check --symbolic: incomplete unsupported="compare-and-swap"
//@ cflags: -DKIND=0
// See the other file.
#include "refused.c"
