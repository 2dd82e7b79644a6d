//@ check --model sc: safe executions=7
//@ check --model tso: safe executions=7 graph-only
//@ check --model pso: safe executions=7 graph-only
//@ check --model ra: safe executions=7 graph-only
//@ check --model rc11: safe executions=7 graph-only
//
// WRC+rel-acq of tests/litmus, where the numbers come from.
// T2's load of x happens before T3's, which must not read an older write (coherence of reads).

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a2, a3, b3;

static void *thread_1(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    a2 = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_release);
    return 0;
}

static void *thread_3(void *arg) {
    (void)arg;
    a3 = atomic_load_explicit(&y, memory_order_acquire);
    b3 = atomic_load_explicit(&x, memory_order_relaxed);
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
    assert(!(a2 == 1 && a3 == 1 && b3 == 0)); /*@asked*/
    return 0;
}
