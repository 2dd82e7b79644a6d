//@ check --explorer prefix --fairness strong: safe note=starvation
// Two readers may hand a read-write lock on for ever, so that it is never free for a writer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int reads;
static int value;

static void *reader(void *arg) {
    for (;;) {
        pthread_rwlock_rdlock(&lock);
        assert(value <= 1 && atomic_fetch_xor(&reads, 1) <= 1);
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

static void *writer(void *arg) {
    for (;;) {
        pthread_rwlock_wrlock(&lock);
        value = !value;
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, reader, NULL);
#ifndef ALONE
    pthread_create(&b, NULL, reader, NULL);
#endif
    pthread_create(&c, NULL, writer, NULL);
    pthread_join(a, NULL);
#ifndef ALONE
    pthread_join(b, NULL);
#endif
    pthread_join(c, NULL);
    return 0;
}
