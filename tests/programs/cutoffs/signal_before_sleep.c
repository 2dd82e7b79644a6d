//@ check --explorer prefix --stub way=0: deadlock named-only
//@ check --explorer prefix --stub way=1: deadlock named-only
//@ check --explorer prefix --stub way=2: deadlock named-only
// The signal may come too early; `main` sleeps for ever, or spins, and a thread goes on.
#include "ticker.h"
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

int way(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waits(void *arg) {
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_wait(&go, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *signals(void *arg) {
    ready = 1;
    pthread_cond_signal(&go);
    return arg;
}

int main(void) {
    pthread_t t, a, b;
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, signals, NULL);
    switch (way()) {
    case 0:
        for (;;)
            sleep(1);
    case 1:
        for (;;)
            sched_yield();
    default:
        for (;;)
            ;
    }
}
