//@ check: safe executions=1
// Unlocked without having been repaired: nobody gets it any more.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m;

static void *worker(void *arg) {
    assert(pthread_mutex_lock(&m) == 0);
    pthread_exit(arg);
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a;
    struct timespec now = {0, 0};
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(pthread_mutex_trylock(&m) == EOWNERDEAD);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
    assert(pthread_mutex_timedlock(&m, &now) == ENOTRECOVERABLE);
    assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}
