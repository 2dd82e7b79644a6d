//@ check --model rc11: assertion
//@ check --model sc: safe
// The read before the loop acquires, the compare-and-swap does not. So the thread may read 0, fail
// on 1 without being ordered after `y = 2`, and write `y = 1` before that: y == 2 in the end. Had the
// first read read 1, it would be ordered: the compare-and-swap does not confirm it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;

static void *writer(void *arg)
{
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    atomic_store_explicit(&x, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, writer, NULL);
    int r = atomic_load_explicit(&x, memory_order_acquire);
    while (!atomic_compare_exchange_strong_explicit(&x, &r, 2, memory_order_relaxed, memory_order_relaxed))
        ;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    pthread_join(other, NULL);
    assert(!(atomic_load(&x) == 2 && atomic_load(&y) == 2 && r == 1));
    return 0;
}
