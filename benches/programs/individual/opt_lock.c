// Optimistic locking: a writer announces and completes a change by a version number; N readers try up to three times to read without a lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int version, first, second;

static void *writer(void *arg) {
    atomic_fetch_add(&version, 1);
    atomic_store(&first, 1);
    atomic_store(&second, 1);
    atomic_fetch_add(&version, 1);
    return arg;
}

static void *reader(void *arg) {
    for (int again = 0; again < 3; again++) {
        int before = atomic_load(&version);
        if (before % 2)
            continue;
        int a = atomic_load(&first), b = atomic_load(&second);
        if (atomic_load(&version) == before) {
            assert(a == b);
            break;
        }
    }
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    for (int n = 0; n < N; n++)
        pthread_create(&thread, 0, reader, 0);
    return 0;
}
