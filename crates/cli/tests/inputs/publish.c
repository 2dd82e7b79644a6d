/* Publication through relaxed accesses. Under sc, tso and ra every atomic access synchronises, so that `data` is read after it was written;
   under rc11 nothing orders the two accesses: a data race. A release store and an acquire load do; neither is enough alone. */
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready, counter;
static void *writer(void *unused) {
    (void)unused;
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed); /* release */
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int sum = 0;
    if (atomic_load_explicit(&ready, memory_order_relaxed)) /* acquire */
        sum = data;
    pthread_join(t, 0);
    return sum - sum;
}
