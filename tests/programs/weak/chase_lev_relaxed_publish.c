//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DN=1 -DITEMS=1 -DPUBLISH=memory_order_relaxed
// No fence between an item and the new bottom: the thief reads the payload while nothing orders it after the writing.
#include "../../../benches/programs/chase_lev.c"
