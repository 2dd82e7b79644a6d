//@ check --explorer prefix: deadlock message="T2 wants waits for mutex `mutex`"
//@ check --explorer unfolding --cutoffs: deadlock message="T2 wants waits for mutex `mutex`"
//@ check --explorer states: deadlock message="T2 wants waits for mutex `mutex`"
// main waits with a lock in its hands for the end of one who goes on for ever: who wants the lock
// waits in vain, unless it comes first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int lamp;

static void *blinks(void *unused) {
    for (;;)
        atomic_store(&lamp, !atomic_load(&lamp));
    return unused;
}

static void *wants(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, blinks, NULL);
    pthread_create(&b, NULL, wants, NULL);
    pthread_mutex_lock(&mutex);
    pthread_join(a, NULL);
    return 0;
}
