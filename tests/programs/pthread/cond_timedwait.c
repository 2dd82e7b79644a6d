//@ check: safe executions=1
// Nobody signals: the time runs out, and the mutex is held again.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_cond_timedwait(&c, &m, &now) == ETIMEDOUT);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    now.tv_nsec = -1;
    assert(pthread_cond_timedwait(&c, &m, &now) == EINVAL);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
