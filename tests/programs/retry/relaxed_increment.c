//@ check --model rc11: safe executions=6 blocked=0
//@ check --model pso: safe executions=6 blocked=0
// Three increments, each by a loop of relaxed accesses: 3! = 6 orders. No memory is accessed plainly.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *body(void *arg)
{
    int r = atomic_load_explicit(&x, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&x, &r, r + 1, memory_order_relaxed, memory_order_relaxed))
        ;
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&x) == 3);
    return 0;
}
