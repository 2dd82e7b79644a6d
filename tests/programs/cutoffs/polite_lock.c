//@ check --explorer prefix: liveness
//@ check --explorer prefix --fairness strong: safe
//@ check --explorer unfolding --cutoffs: liveness
// The third thread stops them, if it gets the lock: that is free again and again, but never stays free.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], stop;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *process(void *arg) {
    long me = *(long *)arg;
    while (!atomic_load(&stop)) {
        pthread_mutex_lock(&m);
        atomic_store(&wants[me], 1);
        pthread_mutex_unlock(&m);
        if (!atomic_load(&wants[1 - me]))
            break;
        atomic_store(&wants[me], 0);
    }
    atomic_store(&wants[me], 0);
    return NULL;
}

static void *stops(void *arg) {
    pthread_mutex_lock(&m);
    atomic_store(&stop, 1);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    long zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_create(&c, NULL, stops, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
