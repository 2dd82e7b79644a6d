// Dekker's algorithm, as in E. W. Dijkstra, "Cooperating sequential processes", 1965.
#include "critical.h"

static atomic_int wants[2], turn;

static void lock(int me) {
    int other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
}

static void unlock(int me) {
    turn = 1 - me;
    wants[me] = 0;
}
