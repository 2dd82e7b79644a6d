//@ check --explorer prefix: safe
// G. L. Peterson, "Myths about the mutual exclusion problem", IPL 1981.
#include "critical_forever.h"

static atomic_int wants[2], turn;

static void enter(int me) {
    atomic_store(&wants[me], 1);
#ifdef MISTAKE
    atomic_store(&turn, me);
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) != me)
#else
    atomic_store(&turn, 1 - me);
    while (atomic_load(&wants[1 - me]) && atomic_load(&turn) != me)
#endif
        ;
}

static void leave(int me) {
    atomic_store(&wants[me], 0);
}
