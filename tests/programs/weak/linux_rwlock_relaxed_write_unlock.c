//@ check --model rc11: data-race
//@ check --model sc: safe
//@ cflags: -DREADERS=1 -DWRITERS=1 -DTRIES=1 -DWRITE_UNLOCK=memory_order_relaxed
// The writer leaves with a relaxed addition: a reader that comes in by it is not ordered after the writing.
#include "../../../benches/programs/linux_rwlock.c"
