//@ check --explorer prefix --stub way=0: liveness named-only
//@ check --explorer prefix --stub way=1: liveness named-only
//@ check --explorer prefix --stub way=2: safe
//@ check --explorer prefix --stub way=3: safe
// `main` waits for the end of a thread (0), or for one who does (1), that polls for what nobody writes, beside a thread
// that goes on. Nothing is wrong where `main` does not wait for it (2), or where it gets what it polls for (3).
#include "ticker.h"
#include <stdatomic.h>

int way(void);

static atomic_int stop;

static void *polls(void *arg) {
    while (!stop)
        ;
    return arg;
}

static void *joins(void *arg) {
    pthread_t t;
    pthread_create(&t, NULL, polls, NULL);
    pthread_join(t, NULL);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&t, NULL, way() == 1 ? joins : polls, NULL);
    if (way() == 2)
        ticker(NULL);
    if (way() == 3)
        stop = 1;
    pthread_join(t, NULL);
    return 0;
}
