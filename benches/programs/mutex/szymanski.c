// B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait", ICS 1988.
#include "critical.h"

static atomic_int flag[THREADS];

static void lock(int me) {
    int j, someone;
    flag[me] = 1;
    for (j = 0; j < THREADS; j++)
        if (j != me)
            while (flag[j] >= 3)
                ;
    flag[me] = 3;
    someone = 0;
    for (j = 0; j < THREADS; j++)
        if (j != me && flag[j] == 1)
            someone = 1;
    if (someone) {
        flag[me] = 2;
        do {
            someone = 0;
            for (j = 0; j < THREADS; j++)
                if (j != me && flag[j] == 4)
                    someone = 1;
        } while (!someone);
    }
    flag[me] = 4;
    for (j = 0; j < me; j++)
        while (flag[j] >= 2)
            ;
}

static void unlock(int me) {
    for (int j = me + 1; j < THREADS; j++) {
        int seen;
        do
            seen = flag[j];
        while (seen == 2 || seen == 3);
    }
    flag[me] = 0;
}
