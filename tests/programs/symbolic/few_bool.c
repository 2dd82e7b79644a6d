//@ check --symbolic --solver-timeout 1ms: safe
//@ cflags: -DKIND=4
// A bit beside another input.
#include "few_said.c"
