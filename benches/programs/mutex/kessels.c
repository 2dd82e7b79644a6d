// J. L. W. Kessels, "Arbitration without common modifiable variables", Acta Informatica 17, 1982: each variable is written
// by one thread only.
#include "critical.h"

static atomic_int wants[2], mark[2];

static void lock(int me) {
    int other = 1 - me;
    wants[me] = 1;
    int mine = me == 0 ? mark[other] : 1 - mark[other];
    mark[me] = mine;
    while (wants[other] && (me == 0 ? mark[other] == mine : mark[other] != mine))
        ;
}

static void unlock(int me) {
    wants[me] = 0;
}
