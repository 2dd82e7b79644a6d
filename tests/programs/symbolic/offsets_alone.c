//@ check --symbolic: safe
//@ cflags: -DKIND=6
// While there is one thread only, nobody sees which bytes are written; afterwards it is asked.
#include "offsets.c"
