//@ check: safe executions=1
// Readers do not exclude each other, nor the same thread; main reads while the thread does.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *arg) {
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    return arg;
}

int main(void) {
    pthread_t a;
    assert(pthread_rwlock_rdlock(&l) == 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_destroy(&l) == 0);
    return 0;
}
