//@ check: data-race
//@ check --races explore: assertion
// The algorithm of Peterson and Fischer with one write instead of two: both may have found nobody.
#include "../../../benches/programs/mutex/critical.h"

static atomic_int value[2];

static int polite(int me, int other) {
    return me == 0 ? other : 3 - other;
}

static void lock(int me) {
    int seen = value[1 - me];
    int mine = seen ? polite(me, seen) : me + 1;
    value[me] = mine;
    do
        seen = value[1 - me];
    while (seen && mine == polite(me, seen));
}

static void unlock(int me) {
    value[me] = 0;
}
