//@ check: safe executions=1
// Priorities are kept, and have no effect.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutex_t m;
    pthread_attr_t thread;
    clockid_t clock;
    size_t size;
    int n;
    pthread_mutexattr_init(&attr);
    assert(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_setprioceiling(&attr, 0) == EINVAL && pthread_mutexattr_setprioceiling(&attr, 100) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&attr, 42) == 0);
    assert(pthread_mutexattr_getprioceiling(&attr, &n) == 0 && n == 42);
    assert(pthread_mutexattr_getprotocol(&attr, &n) == 0 && n == PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
    assert(pthread_mutex_init(&m, &attr) == 0);
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_trylock(&m) == EBUSY && pthread_mutex_unlock(&m) == 0);
    assert(pthread_getcpuclockid(pthread_self(), &clock) == 0);
    assert(pthread_getattr_default_np(&thread) == 0);
    assert(pthread_attr_getstacksize(&thread, &size) == 0 && size > 0);
    return 0;
}
