//@ check: safe executions=1
// Every order that C allows for each operation.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_release);
    atomic_store_explicit(&x, 3, memory_order_seq_cst);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 3);
    assert(atomic_load_explicit(&x, memory_order_consume) == 3);
    assert(atomic_load_explicit(&x, memory_order_acquire) == 3);
    atomic_fetch_add_explicit(&x, 1, memory_order_consume);
    atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);
    int expected = 5;
    atomic_compare_exchange_strong_explicit(&x, &expected, 6, memory_order_release, memory_order_acquire);
    atomic_thread_fence(memory_order_acquire);
    atomic_thread_fence(memory_order_release);
    atomic_thread_fence(memory_order_acq_rel);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    assert(x == 6);
    return 0;
}
