//@ check: safe executions=1
// Its holder may lock it again; it is free after as many unlocks. The other thread runs while main waits for it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m;

static void *worker(void *arg) {
    assert(pthread_mutex_trylock(&m) == EBUSY);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return arg;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a;
    assert(pthread_mutexattr_init(&attr) == 0);
    assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutex_init(&m, &attr) == 0);
    assert(pthread_mutexattr_destroy(&attr) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
