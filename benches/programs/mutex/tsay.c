// Y.-K. Tsay, "Deriving a scalable algorithm for mutual exclusion", DISC 1998: the algorithm for two threads, Peterson's with a wait that reads
// one variable only. So it must be written again on leaving, for the other thread to go on.
//
// Why it excludes. Let both be inside, and let a be the one whose last entry wrote `last` before that of the other, b. When b then looked at
// wants[a], it was set, since a had set it before and has not left. So b waited for `last` to become a. But a wrote that before b
// wrote `last`, and would do so again only when it leaves: b still waits.
#include "critical.h"

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
    last = me;
}
