//@ check --model rc11: assertion
//@ check --model sc: safe
// Where the compare-and-swap succeeds it acquires nothing, where it fails it does. It may find the
// second 0, and nothing orders `y = 2` before the load of y then. The load before the loop would
// acquire, had it found the second 0: the compare-and-swap does not confirm it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int s;
static void *t1(void *arg)
{
    int r = atomic_load_explicit(&x, memory_order_acquire);
    while (!atomic_compare_exchange_strong_explicit(&x, &r, r + 5, memory_order_relaxed, memory_order_acquire))
        ;
    s = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}
static void *t2(void *arg) { 
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    atomic_store_explicit(&x, 0, memory_order_release);
    return arg; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(x == 5 && s == 0));
    return 0;
}
