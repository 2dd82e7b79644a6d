//@ check: safe executions=2
// A writer excludes readers.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *arg) {
    pthread_rwlock_wrlock(&l);
    a = 1;
    b = 1;
    pthread_rwlock_unlock(&l);
    return arg;
}

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&u, NULL, reader, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
