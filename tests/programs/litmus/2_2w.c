//@ check --model sc: safe executions=3
//@ check --model tso: safe executions=3 graph-only
//@ check --model pso: assertion line=@asked graph-only
//@ check --model ra: assertion line=@asked graph-only
//@ check --model rc11: assertion line=@asked graph-only
//
// 2+2W of tests/litmus, where the numbers come from.
// Stores of a thread may overtake each other on pso; coherence per location does not see the cycle of po and co over
// two.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *thread_1(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return 0;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, thread_1, 0);
    pthread_create(&t[1], 0, thread_2, 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], 0);
    }
    assert(!(atomic_load(&x) == 1 && atomic_load(&y) == 1)); /*@asked*/
    return 0;
}
