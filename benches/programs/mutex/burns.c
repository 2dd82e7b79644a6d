// J. E. Burns and N. A. Lynch, "Mutual exclusion using indivisible reads and writes", Allerton 1980: one bit for each
// thread.
#include "critical.h"

static atomic_int flag[THREADS];

static void lock(int me) {
    int j;
again:
    flag[me] = 0;
    for (j = 0; j < me; j++)
        while (flag[j])
            ;
    flag[me] = 1;
    for (j = 0; j < me; j++)
        if (flag[j])
            goto again;
    for (j = me + 1; j < THREADS; j++)
        while (flag[j])
            ;
}

static void unlock(int me) {
    flag[me] = 0;
}
