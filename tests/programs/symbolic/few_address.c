//@ check --symbolic --solver-timeout 1ms: safe
//@ cflags: -DKIND=6
// Where an address was asked about before.
#include "few_said.c"
