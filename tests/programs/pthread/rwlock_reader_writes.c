//@ check: data-race line=@here
// Readers that write race with each other.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int count;

static void *worker(void *arg) {
    pthread_rwlock_rdlock(&l);
    count++; /*@here*/
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
