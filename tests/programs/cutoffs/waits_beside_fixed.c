//@ check --explorer prefix: safe
//@ check --explorer unfolding --cutoffs: safe
// As waits_beside.c, but the waker takes the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, clock_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static int second;

static void *waiter(void *arg) {
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_wait(&go, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *waker(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&go);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *ticker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&clock_lock);
        second = (second + 1) % 60;
        pthread_mutex_unlock(&clock_lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&c, NULL, ticker, NULL);
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
