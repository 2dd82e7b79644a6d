//@ check: safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t attr;
    int value = -1;
    assert(pthread_mutexattr_init(&attr) == 0);
    assert(pthread_mutexattr_gettype(&attr, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutexattr_getprotocol(&attr, &value) == 0 && value == PTHREAD_PRIO_NONE);
    assert(pthread_mutexattr_getrobust(&attr, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
    assert(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_gettype(&attr, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_getprotocol(&attr, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_getrobust(&attr, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutexattr_settype(&attr, 77) == EINVAL);
    assert(pthread_mutexattr_setpshared(&attr, 77) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&attr, 77) == EINVAL);
    assert(pthread_mutexattr_setrobust(&attr, 77) == EINVAL);
    assert(pthread_mutexattr_destroy(&attr) == 0);
    return 0;
}
