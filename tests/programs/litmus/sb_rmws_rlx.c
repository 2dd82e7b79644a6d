//@ check --model sc: safe executions=3
//@ check --model tso: safe executions=3 graph-only
//@ check --model pso: safe executions=3 graph-only
//@ check --model ra: assertion line=@asked graph-only
//@ check --model rc11: assertion line=@asked graph-only
//
// SB+rmws-rlx of tests/litmus, where the numbers come from.
// An exchange is a full barrier on tso and pso whatever its order; in ra and rc11 two exchanges of different locations
// order nothing.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a1, a2, b1, b2;

static void *thread_1(void *arg) {
    (void)arg;
    b1 = atomic_exchange_explicit(&x, 1, memory_order_relaxed);
    a1 = atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    b2 = atomic_exchange_explicit(&y, 1, memory_order_relaxed);
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
