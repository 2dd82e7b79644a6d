//@ check: safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static void *worker(void *arg) {
    return arg;
}

int main(void) {
    pthread_attr_t attr;
    pthread_t a;
    int value = -1;
    size_t size = 0;
    struct sched_param param = {0};
    assert(pthread_attr_init(&attr) == 0);
    assert(pthread_attr_getdetachstate(&attr, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&attr, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE) == 0);
    assert(pthread_attr_setdetachstate(&attr, 77) == EINVAL);
    assert(pthread_attr_setstacksize(&attr, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setstacksize(&attr, 1) == EINVAL);
    assert(pthread_attr_setguardsize(&attr, 8192) == 0);
    assert(pthread_attr_getguardsize(&attr, &size) == 0 && size == 8192);
    assert(pthread_attr_setschedpolicy(&attr, SCHED_OTHER) == 0);
    assert(pthread_attr_getschedpolicy(&attr, &value) == 0 && value == SCHED_OTHER);
    assert(pthread_attr_setschedparam(&attr, &param) == 0);
    assert(pthread_attr_getschedparam(&attr, &param) == 0 && param.sched_priority == 0);
    assert(pthread_attr_setinheritsched(&attr, PTHREAD_INHERIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&attr, &value) == 0 && value == PTHREAD_INHERIT_SCHED);
    assert(pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_getscope(&attr, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setscope(&attr, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_create(&a, &attr, worker, NULL) == 0);
    assert(pthread_attr_destroy(&attr) == 0);
    assert(pthread_setname_np(a, "short") == 0);
    assert(pthread_setname_np(a, "a name that is much too long") == ERANGE);
    assert(pthread_join(a, NULL) == 0);
    return 0;
}
