//@ check: safe
// Cancelled while it waits, the thread has the mutex again when its handler runs.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, cleaned;

static void clean(void *arg) {
    cleaned = 1;
#ifndef KEEPS
    pthread_mutex_unlock(arg);
#endif
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(clean, &m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void) {
    pthread_t a;
    void *result;
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_join(a, &result);
    pthread_mutex_lock(&m); /*@here*/
    assert(result == PTHREAD_CANCELED && cleaned);
    pthread_mutex_unlock(&m);
    return 0;
}
