//@ cflags: -fexceptions
//@ check: safe
// A variable with a cleanup is cleaned up as well.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void release(pthread_mutex_t **lock) {
    pthread_mutex_unlock(*lock);
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    __attribute__((cleanup(release))) pthread_mutex_t *held = &m;
    for (;;)
        pthread_cond_wait(&c, held);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
