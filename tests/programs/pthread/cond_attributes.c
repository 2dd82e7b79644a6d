//@ check: safe executions=1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    pthread_condattr_t attr;
    pthread_cond_t c;
    clockid_t clock = -1;
    int shared = -1;
    assert(pthread_condattr_init(&attr) == 0);
    assert(pthread_condattr_getclock(&attr, &clock) == 0 && clock == CLOCK_REALTIME);
    assert(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&attr, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_setclock(&attr, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_getpshared(&attr, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
    assert(pthread_condattr_setpshared(&attr, 5) == EINVAL);
    assert(pthread_cond_init(&c, &attr) == 0);
    assert(pthread_condattr_destroy(&attr) == 0);
    assert(pthread_cond_signal(&c) == 0);
    assert(pthread_cond_broadcast(&c) == 0);
    assert(pthread_cond_destroy(&c) == 0);
    return 0;
}
