//@ check --model rc11: data-race
// The round reads q plainly. What ends the program, q = 3, is not ordered after it by relaxed accesses:
// nobody but a round that is redundant reads q at all.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;
static int q;

static void *writer(void *arg)
{
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    while (atomic_load_explicit(&x, memory_order_relaxed) != 1)
        ;
    q = 3;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, writer, NULL);
    int r = atomic_load_explicit(&x, memory_order_relaxed);
    while (r != 2) {
        (void)*(volatile int *)&q;
        r = atomic_load_explicit(&x, memory_order_relaxed);
    }
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_join(other, NULL);
    return 0;
}
