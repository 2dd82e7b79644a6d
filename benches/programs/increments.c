// N threads increment a counter by a loop of compare-and-swap: N! orders, and beginnings in vain, since a thread that finds
// the counter changed might have looked later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static atomic_int counter;

static void *increment(void *arg) {
    int seen = counter;
    while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1))
        ;
    return arg;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(counter == N);
    return 0;
}
