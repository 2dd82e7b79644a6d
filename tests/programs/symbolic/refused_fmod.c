//@ check --symbolic: incomplete unsupported="fmod"
//@ cflags: -DKIND=1
// See the other file. A library function is asked for each value of its argument.
#include "refused.c"
