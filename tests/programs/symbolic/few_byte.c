//@ check --symbolic --solver-timeout 1ms: safe
//@ cflags: -DKIND=3
// A single byte is few numbers anyway.
#include "few_said.c"
