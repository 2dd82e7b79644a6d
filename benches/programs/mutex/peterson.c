// G. L. Peterson, "Myths about the mutual exclusion problem", Information Processing Letters 12(3), 1981.
#include "critical.h"

static atomic_int wants[2], turn;

static void lock(int me) {
    int other = 1 - me;
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other)
        ;
}

static void unlock(int me) {
    wants[me] = 0;
}
