//@ check --symbolic: safe
//@ check --symbolic --explorer naive: safe
//@ cflags: -DKIND=3
// Nothing wraps around that may not.
#include "offsets_wrap.c"
