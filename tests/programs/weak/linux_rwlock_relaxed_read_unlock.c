//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DREADERS=1 -DWRITERS=1 -DTRIES=1 -DREAD_UNLOCK=memory_order_relaxed
// The reader leaves with a relaxed addition: a writer that comes in by it is not ordered after the reading.
#include "../../../benches/programs/linux_rwlock.c"
