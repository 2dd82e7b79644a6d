//@ check: safe executions=1
// While main waits, the mutex is free for the thread, which is started only with the mutex held.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_mutex_lock(&m);
    pthread_create(&a, NULL, worker, NULL);
    assert(pthread_cond_wait(&c, &m) == 0);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    return 0;
}
