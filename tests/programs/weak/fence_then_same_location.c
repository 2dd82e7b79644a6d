//@ check --model pso: safe
//@ check --model tso: safe
//@ check --model rc11: assertion line=@shows
// The fence orders the first write of x with that of y. That x is written once more in between, which
// is not ordered with y, takes nothing from that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *writes(void *unused) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

static void *reads(void *unused) {
    if (atomic_load_explicit(&y, memory_order_relaxed) == 1)
        assert(atomic_load_explicit(&x, memory_order_relaxed) != 0); /*@shows*/
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writes, 0);
    pthread_create(&b, 0, reads, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
