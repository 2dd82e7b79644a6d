//@ check: safe executions=2
// The thread ends with the mutex: who comes next is told, and repairs. Main comes after the end, or it is first.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m;

static void *worker(void *arg) {
    assert(pthread_mutex_lock(&m) == 0);
    return arg;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_t a;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    pthread_create(&a, NULL, worker, NULL);
    int r = pthread_mutex_lock(&m);
    if (r == EOWNERDEAD)
        assert(pthread_mutex_consistent(&m) == 0);
    else
        assert(r == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    pthread_join(a, NULL);
    r = pthread_mutex_lock(&m);
    assert(r == 0 || r == EOWNERDEAD);
    return 0;
}
