//@ check --symbolic: incomplete unsupported="more than 256 values"
//@ cflags: -DKIND=6
// See the other file. So many values are not looked for one by one.
#include "refused.c"
