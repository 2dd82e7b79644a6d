//@ check: safe executions=1
// It is there, or the time runs out; a time that is none counts only where it would have to wait.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    struct timespec soon, wrong;
    clock_gettime(CLOCK_REALTIME, &soon);
    wrong = soon;
    wrong.tv_nsec = 1000000000;
    assert(pthread_mutex_timedlock(&m, &soon) == 0);
    assert(pthread_mutex_timedlock(&m, &soon) == ETIMEDOUT);
    assert(pthread_mutex_timedlock(&m, &wrong) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_timedlock(&m, &wrong) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
