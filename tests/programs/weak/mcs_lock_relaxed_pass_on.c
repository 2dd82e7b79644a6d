//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DN=2 -DPASS_ON=memory_order_relaxed
// The lock is passed on with a relaxed store: the next owner's increment is not ordered after that of the last.
#include "../../../benches/programs/mcs_lock.c"
