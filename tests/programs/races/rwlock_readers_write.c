//@ check: data-race line=@a|@b other=@a|@b
// The read lock does not exclude.
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *first(void *arg) {
    pthread_rwlock_rdlock(&l);
    x++; /*@a*/
    pthread_rwlock_unlock(&l);
    return arg;
}

static void *second(void *arg) {
    pthread_rwlock_rdlock(&l);
    x++; /*@b*/
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
