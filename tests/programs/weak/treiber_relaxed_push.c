//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DN=2 -DPUBLISH=memory_order_relaxed
// A node is pushed with a relaxed compare-and-swap: whoever pops it has no claim to see what is in it.
#include "../../../benches/programs/treiber.c"
