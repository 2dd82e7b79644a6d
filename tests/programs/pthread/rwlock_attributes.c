//@ check: safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_rwlockattr_t attr;
    pthread_rwlock_t l;
    int value = -1;
    assert(pthread_rwlockattr_init(&attr) == 0);
    assert(pthread_rwlockattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_rwlockattr_setpshared(&attr, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getpshared(&attr, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlockattr_setpshared(&attr, 9) == EINVAL);
    assert(pthread_rwlockattr_getkind_np(&attr, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_READER_NP);
    assert(pthread_rwlockattr_setkind_np(&attr, 9) == EINVAL);
    assert(pthread_rwlock_init(&l, &attr) == 0);
    assert(pthread_rwlockattr_destroy(&attr) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_destroy(&l) == 0);
    return 0;
}
