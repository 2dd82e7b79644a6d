//@ check --symbolic: incomplete unsupported="floating-point"
//@ cflags: -DKIND=1
// See the other file.
#include "refused.c"
