//@ check --symbolic --solver-timeout 1ms: safe
//@ cflags: -DKIND=2
// The usual way to compare with both ends at once.
#include "few_said.c"
