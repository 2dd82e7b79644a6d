//@ check --model sc: safe executions=3
//@ check --model tso: safe executions=3 graph-only
//@ check --model pso: assertion line=@asked graph-only
//@ check --model ra: safe executions=3 graph-only
//@ check --model rc11: assertion line=@asked graph-only
//
// MP of tests/litmus, where the numbers come from.
// Message passing: only where stores may overtake stores (pso), or reading a relaxed store does not synchronise
// (rc11). In ra every read does.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a2, b2;

static void *thread_1(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    a2 = atomic_load_explicit(&y, memory_order_relaxed);
    b2 = atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread_1, 0);
    pthread_create(&t[1], 0, thread_2, 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], 0);
    }
    assert(!(a2 == 1 && b2 == 0)); /*@asked*/
    return 0;
}
