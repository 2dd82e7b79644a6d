//@ check --symbolic --solver-timeout 1ms: safe
//@ cflags: -DKIND=5
// Negative numbers.
#include "few_said.c"
