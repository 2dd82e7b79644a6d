//@ check: sync-misuse line=@here message="does not hold"
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *arg) {
    pthread_rwlock_unlock(&l); /*@here*/
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_rwlock_rdlock(&l);
    pthread_create(&a, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_rwlock_unlock(&l);
    return 0;
}
