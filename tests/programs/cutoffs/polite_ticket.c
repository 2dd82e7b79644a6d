//@ check --explorer prefix: safe
// As polite_forever.c, but a ticket (0 or 1) says whose turn it is: nobody backs off for ever.
#include "critical_forever.h"

static atomic_int wants[THREADS], next, serving;

static void enter(int me) {
    int mine = atomic_fetch_xor(&next, 1);
    for (;;) {
        atomic_store(&wants[me], 1);
        if (atomic_load(&serving) == mine)
            return;
        atomic_store(&wants[me], 0);
    }
}

static void leave(int me) {
    atomic_store(&wants[me], 0);
    atomic_fetch_xor(&serving, 1);
}
