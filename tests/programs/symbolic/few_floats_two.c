//@ check --symbolic --solver-timeout 1ms: safe
//@ cflags: -DKIND=1
// One of two numbers.
#include "few_floats.c"
