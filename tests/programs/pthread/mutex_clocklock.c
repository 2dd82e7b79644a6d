//@ check: safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &now) == 0);
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &now) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&m, CLOCK_PROCESS_CPUTIME_ID, &now) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
