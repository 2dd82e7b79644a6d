/* Store buffering. Not under sc: one of the stores comes first, and is seen by the other thread. Under tso both loads may overtake the
   stores. Under rc11 only if one of the four accesses is not seq_cst: psc then has no cycle. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *left(void *unused) {
    (void)unused;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}
static void *right(void *unused) {
    (void)unused;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, left, 0);
    pthread_create(&t, 0, right, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
