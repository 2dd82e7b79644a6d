// Approximate data structures: N threads append to a list by an index that is read and written without a lock; elements may be lost, none is invented.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

static atomic_int length;
static atomic_int list[N];

static void *append(void *arg) {
    int at = atomic_load(&length);
    atomic_store(&list[at], (int)(intptr_t)arg);
    atomic_store(&length, at + 1);
    return arg;
}

int main(void) {
    pthread_t threads[N];
    for (intptr_t n = 1; n <= N; n++)
        pthread_create(&threads[n - 1], 0, append, (void *)n);
    for (int n = 0; n < N; n++)
        pthread_join(threads[n], 0);
    int end = atomic_load(&length);
    assert(end >= 1 && end <= N);
    for (int at = 0; at < end; at++)
        assert(atomic_load(&list[at]) != 0);
    return 0;
}
