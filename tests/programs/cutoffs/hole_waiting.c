//@ check --explorer prefix: assertion line=@assert
//@ check --explorer unfolding --cutoffs: assertion line=@assert
// The mutex is free again only after an event that comes to a known state, and somebody can always
// go on: so whoever only asks at deadlocks what waits never gets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *goes_on(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

static void *waits(void *arg) {
    atomic_thread_fence(memory_order_seq_cst);
    pthread_mutex_lock(&m);
    assert(0); /*@assert*/
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, goes_on, NULL);
    pthread_create(&b, NULL, waits, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
