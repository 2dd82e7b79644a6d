//@ check: safe executions=1
// Nothing happens to a robust mutex that is unlocked, nor to one that is not robust.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t robust, other = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    assert(pthread_mutex_lock(&robust) == 0);
    assert(pthread_mutex_lock(&other) == 0);
    assert(pthread_mutex_unlock(&robust) == 0);
    return arg;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &attr);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(pthread_mutex_lock(&robust) == 0);
    assert(pthread_mutex_unlock(&robust) == 0);
    assert(pthread_mutex_trylock(&other) == EBUSY);
    return 0;
}
