// After G. L. Peterson and M. J. Fischer, "Economical solutions for the critical section problem in a distributed system",
// STOC 1977: one variable of three values for each of two threads, and each thread computes its own twice.
#include "critical.h"

enum { NIL, NO, YES };

static atomic_int q[2];

// Thread 0 follows the other, thread 1 opposes it.
static int next(int me) {
    int other = q[1 - me];
    return me == 0 ? (other == NO ? NO : YES) : (other == YES ? NO : YES);
}

static void lock(int me) {
    q[me] = next(me);
    int mine = next(me);
    q[me] = mine;
    for (;;) {
        int other = q[1 - me];
        if (other == NIL || (me == 0 ? other != mine : other == mine))
            return;
    }
}

static void unlock(int me) {
    q[me] = NIL;
}
