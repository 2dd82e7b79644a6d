//@ check --model sc: safe executions=3
//@ check --model tso: safe executions=3 graph-only
//@ check --model pso: safe executions=3 graph-only
//@ check --model ra: safe executions=4 graph-only
//@ check --model rc11: safe executions=3 graph-only
//
// SB+fences-sc of tests/litmus, where the numbers come from.
// A full barrier between store and load of each thread; ra and rc11: whichever fence comes second, what the first
// thread stored happens before it (psc_F).

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a1, a2;

static void *thread_1(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    a1 = atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    a2 = atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread_1, 0);
    pthread_create(&t[1], 0, thread_2, 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], 0);
    }
    assert(!(a1 == 0 && a2 == 0)); /*@asked*/
    return 0;
}
