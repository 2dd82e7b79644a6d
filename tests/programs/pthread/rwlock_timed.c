//@ check: safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
    struct timespec now, wrong;
    clock_gettime(CLOCK_REALTIME, &now);
    wrong = now;
    wrong.tv_nsec = -1;
    assert(pthread_rwlock_timedrdlock(&l, &now) == 0);
    assert(pthread_rwlock_timedrdlock(&l, &now) == 0);
    assert(pthread_rwlock_timedwrlock(&l, &now) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&l, &wrong) == EINVAL);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_timedwrlock(&l, &now) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_clockrdlock(&l, CLOCK_REALTIME, &now) == 0);
    assert(pthread_rwlock_clockwrlock(&l, CLOCK_REALTIME, &now) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&l, CLOCK_PROCESS_CPUTIME_ID, &now) == EINVAL);
    assert(pthread_rwlock_unlock(&l) == 0);
    return 0;
}
