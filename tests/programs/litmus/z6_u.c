//@ check --model sc: safe executions=18
//@ check --model tso: safe executions=18 graph-only
//@ check --model pso: safe executions=18 graph-only
//@ check --model ra: assertion line=@asked graph-only
//@ check --model rc11: assertion line=@asked graph-only
//
// Z6.U of tests/litmus, where the numbers come from.
// Lahav et al., PLDI 2017, section 2: C11 forbade it, though Power with trailing fences shows it. From the store of x
// to the addition there is hb, but neither of one location nor between po to other locations.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a2, a3, b2;

static void *thread_1(void *arg) {
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    atomic_store_explicit(&y, 1, memory_order_release);
    return 0;
}

static void *thread_2(void *arg) {
    (void)arg;
    a2 = atomic_fetch_add_explicit(&y, 1, memory_order_seq_cst);
    b2 = atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}

static void *thread_3(void *arg) {
    (void)arg;
    atomic_store_explicit(&y, 3, memory_order_seq_cst);
    a3 = atomic_load_explicit(&x, memory_order_seq_cst);
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
    assert(!(a2 == 1 && b2 == 3 && a3 == 0)); /*@asked*/
    return 0;
}
