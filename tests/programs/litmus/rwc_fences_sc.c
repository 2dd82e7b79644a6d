//@ check --model sc: safe executions=7
//@ check --model tso: safe executions=7 graph-only
//@ check --model pso: safe executions=7 graph-only
//@ check --model ra: safe executions=10 graph-only
//@ check --model rc11: safe executions=7 graph-only
//
// RWC+fences-sc of tests/litmus, where the numbers come from.
// psc_F in both directions: fr of y one way, fr and rf of x the other.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a2, a3, b2;

static void *thread_1(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    a2 = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    b2 = atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}

static void *thread_3(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    a3 = atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, thread_1, 0);
    pthread_create(&t[1], 0, thread_2, 0);
    pthread_create(&t[2], 0, thread_3, 0);
    for (int i = 0; i < 3; i++) {
        pthread_join(t[i], 0);
    }
    assert(!(a2 == 1 && b2 == 0 && a3 == 0)); /*@asked*/
    return 0;
}
