//@ check --model sc: safe executions=15
//@ check --model tso: safe executions=15 graph-only
//@ check --model pso: safe executions=15 graph-only
//@ check --model ra: assertion line=@asked graph-only
//@ check --model rc11: safe executions=15 graph-only
//
// IRIW+sc of tests/litmus, where the numbers come from.
// hb of one location, po, fr, twice: a cycle of psc. ra does not have it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a3, a4, b3, b4;

static void *thread_1(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    return 0;
}

static void *thread_3(void *arg) {
    (void)arg;
    a3 = atomic_load_explicit(&x, memory_order_seq_cst);
    b3 = atomic_load_explicit(&y, memory_order_seq_cst);
    return 0;
}

static void *thread_4(void *arg) {
    (void)arg;
    a4 = atomic_load_explicit(&y, memory_order_seq_cst);
    b4 = atomic_load_explicit(&x, memory_order_seq_cst);
    return 0;
}

int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], 0, thread_1, 0);
    pthread_create(&t[1], 0, thread_2, 0);
    pthread_create(&t[2], 0, thread_3, 0);
    pthread_create(&t[3], 0, thread_4, 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(t[i], 0);
    }
    assert(!(a3 == 1 && b3 == 0 && a4 == 1 && b4 == 0)); /*@asked*/
    return 0;
}
