//@ check --explorer prefix: safe
// B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait", ICS 1988.
#include "critical_forever.h"

static atomic_int flag[THREADS];

static int one_is(int me, int state) {
    for (int j = 0; j < THREADS; j++)
        if (j != me && atomic_load(&flag[j]) == state)
            return 1;
    return 0;
}

static void enter(int me) {
    atomic_store(&flag[me], 1);
    for (int j = 0; j < THREADS; j++)
        if (j != me)
            while (atomic_load(&flag[j]) >= 3)
                ;
    atomic_store(&flag[me], 3);
    if (one_is(me, 1)) {
        atomic_store(&flag[me], 2);
        while (!one_is(me, 4))
            ;
    }
    atomic_store(&flag[me], 4);
#ifndef MISTAKE
    for (int j = 0; j < me; j++)
        while (atomic_load(&flag[j]) >= 2)
            ;
#endif
}

static void leave(int me) {
    for (int j = me + 1; j < THREADS; j++) {
        int seen;
        do
            seen = atomic_load(&flag[j]);
        while (seen == 2 || seen == 3);
    }
    atomic_store(&flag[me], 0);
}
