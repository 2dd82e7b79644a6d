//@ check: deadlock
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *arg) {
    pthread_rwlock_rdlock(&l);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_rwlock_wrlock(&l);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    return 0;
}
