// N threads that take a test-and-test-and-set lock once: (N!)^2 executions, 14,400 for N = 5.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static atomic_int lock;
static int shared;

static void *run(void *arg) {
    for (;;) {
        while (atomic_load_explicit(&lock, memory_order_acquire))
            ;
        if (!atomic_exchange_explicit(&lock, 1, memory_order_acquire))
            break;
    }
    shared++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return shared == N ? 0 : 1;
}
