//@ check: liveness
// Tsay's algorithm without the last write: whoever waits is not told.
#include "../../../benches/programs/mutex/critical.h"

static atomic_int wants[2], last;

static void lock(int me) {
    wants[me] = 1;
    last = me;
    if (wants[1 - me])
        while (last == me)
            ;
}

static void unlock(int me) {
    wants[me] = 0;
}
