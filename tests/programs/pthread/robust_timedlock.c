//@ check: safe executions=1
// A timed lock is told as well, and what it locks is given back at the end of the thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m;
static struct timespec until = {4000000000, 0};

static void *worker(void *arg) {
    int r = pthread_mutex_timedlock(&m, &until);
    assert(r == (arg == NULL ? 0 : EOWNERDEAD));
    return NULL;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_create(&a, NULL, worker, &m);
    pthread_join(a, NULL);
    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_consistent(&m) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
