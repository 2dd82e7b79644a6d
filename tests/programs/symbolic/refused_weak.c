//@ check --symbolic: error graph-only named-only
//@ check --symbolic --model sc: safe
//@ cflags: -DKIND=4
// See the other file.
#include "refused.c"
