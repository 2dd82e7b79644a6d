//@ check: safe executions=3
// The reader before the writer, after it, or giving up while it writes.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *arg) {
    pthread_rwlock_wrlock(&l);
    pthread_rwlock_unlock(&l);
    return arg;
}

static void *reader(void *arg) {
    struct timespec until = {4000000000, 0};
    int r = pthread_rwlock_timedrdlock(&l, &until);
    if (r == 0)
        pthread_rwlock_unlock(&l);
    else
        assert(r == ETIMEDOUT);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
