//@ check --model sc: safe executions=3
//@ check --model tso: safe executions=3
//@ check --model pso: safe executions=3
//@ check --model ra: safe executions=3
//@ check --model rc11: safe executions=3
// Each thread reads, then writes what the other reads. Both reading 1 would need a read from a write that is still to
// come: rc11, as all the others here, forbids it (no thin air), though C11 and ARM do not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int a, b;

static void *first(void *arg) {
    a = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return arg;
}

static void *second(void *arg) {
    b = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(!(a == 1 && b == 1));
    return 0;
}
