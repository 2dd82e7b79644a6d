//@ check: safe executions=1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

int main(void) {
    pthread_barrier_t b;
    pthread_barrierattr_t attr;
    int shared = -1;
    assert(pthread_barrierattr_init(&attr) == 0);
    assert(pthread_barrierattr_getpshared(&attr, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_getpshared(&attr, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
    assert(pthread_barrierattr_setpshared(&attr, 9) == EINVAL);
    assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&b, &attr, 1) == 0);
    assert(pthread_barrierattr_destroy(&attr) == 0);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&b) == 0);
    return 0;
}
