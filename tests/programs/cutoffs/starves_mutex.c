//@ check --explorer prefix --fairness strong: safe note=none
// A mutex is free again and again, and a strongly fair scheduler lets each thread have it; not one that only tries.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        turns = !turns;
        assert(turns == 0 || turns == 1);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *other(void *arg) {
    for (;;) {
#ifdef TRIES
        while (pthread_mutex_trylock(&lock) != 0)
            ;
#else
        pthread_mutex_lock(&lock);
#endif
        turns = !turns;
        assert(turns == 0 || turns == 1);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
