//@ check: safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    pthread_mutex_lock(&m);
    assert(pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &now) == ETIMEDOUT);
    assert(pthread_cond_clockwait(&c, &m, CLOCK_PROCESS_CPUTIME_ID, &now) == EINVAL);
    pthread_mutex_unlock(&m);
    return 0;
}
