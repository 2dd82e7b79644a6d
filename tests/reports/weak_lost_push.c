// Relaxed accesses, but the loss is one of interleaving: what is pushed between a load and a store is
// lost. In the table nothing is old.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int list, drained;

static void *push(void *arg) {
    int old = atomic_load_explicit(&list, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&list, &old, old + *(int *)arg, memory_order_release,
                                                  memory_order_relaxed)) {
    }
    return NULL;
}

static void drain(void) {
#ifdef FIX
    drained += atomic_exchange_explicit(&list, 0, memory_order_acquire);
#else
    drained += atomic_load_explicit(&list, memory_order_acquire);
    atomic_store_explicit(&list, 0, memory_order_relaxed);
#endif
}

int main(void) {
    pthread_t threads[2];
    int n[2] = {1, 2};
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, push, &n[i]);
    drain();
    drain();
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    drain();
    assert(drained == 3);
    return 0;
}
