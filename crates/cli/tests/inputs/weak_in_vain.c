/* Relaxed accesses, but the fault is there under sc as well: both threads read 0 before either writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
    (void)unused;
    int old = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, old + 1, memory_order_relaxed);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
