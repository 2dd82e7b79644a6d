//@ check --explorer prefix: safe
// L. Lamport, "A new solution of Dijkstra's concurrent programming problem", CACM 1974, with tickets up to a bound: who would
// get a larger one tries again later.
#include "critical_forever.h"

#define LARGEST 3

static atomic_int choosing[THREADS], ticket[THREADS];

static int largest(void) {
    int most = 0;
    for (int j = 0; j < THREADS; j++) {
        int other = atomic_load(&ticket[j]);
        if (other > most)
            most = other;
    }
    return most;
}

static void enter(int me) {
    for (;;) {
        atomic_store(&choosing[me], 1);
        int mine = 1 + largest();
        if (mine <= LARGEST) {
            atomic_store(&ticket[me], mine);
            atomic_store(&choosing[me], 0);
            break;
        }
        atomic_store(&choosing[me], 0);
        while (largest() == LARGEST)
            ;
    }
    int mine = atomic_load(&ticket[me]);
    for (int j = 0; j < THREADS; j++) {
        if (j == me)
            continue;
#ifndef MISTAKE
        while (atomic_load(&choosing[j]))
            ;
#endif
        for (;;) {
            int other = atomic_load(&ticket[j]);
            if (other == 0 || other > mine || (other == mine && j > me))
                break;
        }
    }
}

static void leave(int me) {
    atomic_store(&ticket[me], 0);
}
