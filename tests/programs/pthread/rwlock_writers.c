//@ check: safe executions=2
// A writer excludes writers: two orders.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l;
static int count;

static void *worker(void *arg) {
    pthread_rwlock_wrlock(&l);
    count++;
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void) {
    pthread_t a, b;
    assert(pthread_rwlock_init(&l, NULL) == 0);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2);
    assert(pthread_rwlock_destroy(&l) == 0);
    return 0;
}
