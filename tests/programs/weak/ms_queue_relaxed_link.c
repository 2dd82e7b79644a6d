//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DN=2 -DLINK=memory_order_relaxed
// A node is linked with a relaxed compare-and-swap. Who moves the tail for its thread, and then takes the node, reads the
// value while nothing orders it after the writing.
#include "../../../benches/programs/ms_queue.c"
