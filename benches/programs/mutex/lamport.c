// L. Lamport, "A fast mutual exclusion algorithm", ACM TOCS 5(1), 1987, Algorithm 2.
#include "critical.h"

static atomic_int b[THREADS], x, y;

static void lock(int me) {
    int id = me + 1;
    for (;;) {
        b[me] = 1;
        x = id;
        if (y != 0) {
            b[me] = 0;
            while (y != 0)
                ;
            continue;
        }
        y = id;
        if (x == id)
            return;
        b[me] = 0;
        for (int j = 0; j < THREADS; j++)
            while (b[j])
                ;
        if (y == id)
            return;
        while (y != 0)
            ;
    }
}

static void unlock(int me) {
    y = 0;
    b[me] = 0;
}
