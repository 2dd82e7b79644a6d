//@ check --symbolic --solver-timeout 1ms: assertion line=@found message="with input i = 8 ("
//@ cflags: -DKIND=1 -DFOUND=442u
// One of them is found: 8, as printed.
#include "few_said.c"
