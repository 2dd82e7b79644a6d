// N threads that take a ticket lock once: N! executions, 5,040 for N = 7.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 7
#endif

static atomic_uint next, serving;
static int shared;

static void *run(void *arg) {
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
        ;
    shared++;
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
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
