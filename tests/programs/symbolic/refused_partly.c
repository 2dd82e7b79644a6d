//@ check --symbolic: incomplete unsupported="partly input and partly uninitialised"
//@ cflags: -DKIND=0
// See the other file.
#include "refused.c"
