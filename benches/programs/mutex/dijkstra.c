// E. W. Dijkstra, "Solution of a problem in concurrent programming control", CACM 8(9), 1965. A thread that goes round
// again does not write what it has written itself last: so waiting has no effects.
#include "critical.h"

// What the paper calls b[i] and c[i], negated: 0 at first.
static atomic_int wants[THREADS], tries[THREADS], k;

static void lock(int me) {
    int trying = 0;
    wants[me] = 1;
again:;
    int chosen = k;
    if (chosen != me) {
        if (trying)
            tries[me] = trying = 0;
        if (!wants[chosen])
            k = me;
        goto again;
    }
    if (!trying)
        tries[me] = trying = 1;
    for (int j = 0; j < THREADS; j++)
        if (j != me && tries[j])
            goto again;
}

static void unlock(int me) {
    tries[me] = 0;
    wants[me] = 0;
}
