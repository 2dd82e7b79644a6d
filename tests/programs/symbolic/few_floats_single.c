//@ check --symbolic --solver-timeout 1ms: assertion line=@found message="with input f = -0"
//@ cflags: -DKIND=3
// With 32 bits: one of three numbers.
#include "few_floats.c"
