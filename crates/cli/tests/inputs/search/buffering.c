// Store buffering: both reads may come before both writes, but not under sequential consistency.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int first, second;

static void *left(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    first = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *right(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    second = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, left, 0);
    pthread_create(&threads[1], 0, right, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(first || second);
    return 0;
}
