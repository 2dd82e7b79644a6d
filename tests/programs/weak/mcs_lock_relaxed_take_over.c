//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DN=2 -DTAKE_OVER=memory_order_relaxed
// The lock is taken over with a relaxed load: the next owner's increment is not ordered after that of the last.
#include "../../../benches/programs/mcs_lock.c"
