//@ cflags: -Wno-atomic-alignment -DSTEP=1
//@ check: safe
//@ check --model tso: safe
//@ check --model rc11: safe
// The tag makes it another head.
#include "aba.c"
