//@ check: safe executions=2
// The thread sets the flag before main looks, or main waits and is woken: two orders of the mutex.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    assert(pthread_cond_signal(&c) == 0);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        assert(pthread_cond_wait(&c, &m) == 0);
    assert(ready == 1);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    assert(pthread_cond_destroy(&c) == 0);
    return 0;
}
