//@ check --symbolic --solver-timeout 1ms: assertion line=@found message="with input d = -0"
//@ cflags: -DKIND=2
// Zero is two numbers.
#include "few_floats.c"
