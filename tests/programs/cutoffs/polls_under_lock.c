//@ check --explorer prefix: liveness named-only
//@ check --explorer unfolding --cutoffs: liveness named-only
// Beside a thread that goes on for ever, one polls under a lock for a flag that nobody sets if a step is lost.
#include "ticker.h"
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static atomic_int arrived;

static void *waits(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        int is_done = done;
        pthread_mutex_unlock(&m);
        if (is_done)
            break;
    }
    return arg;
}

static void *arrives(void *arg) {
    int before = arrived;
    arrived = before + 1;
    if (before == 1) {
        pthread_mutex_lock(&m);
        done = 1;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t t, a, b, c;
    pthread_create(&t, NULL, ticker, NULL);
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, arrives, NULL);
    pthread_create(&c, NULL, arrives, NULL);
    pthread_join(a, NULL);
    return 0;
}
