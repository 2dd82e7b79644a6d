//@ check --model rc11: assertion
//@ check --model sc: safe
//@ cflags: -DN=1 -DITEMS=2 -DCLAIM=memory_order_acq_rel
// The owner claims the bottom item with too weak a fence. Store buffering: the thief does not see the claim, the owner
// not that the thief has moved the top; both have the last item, which the owner takes without a compare-and-swap.
#include "../../../benches/programs/chase_lev.c"
