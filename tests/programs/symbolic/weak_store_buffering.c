//@ check --symbolic --model sc: safe executions=6
//@ check --symbolic --model tso: safe executions=8
//@ check --symbolic --model pso: safe executions=8
//@ check --symbolic --model ra: safe executions=8
//@ check --symbolic --model rc11: safe executions=8
// Each thread stores, then loads what the other one stores: 4 executions, or 3 where not both can come too early. One thread asks
// something of the input besides, between its accesses: 2 answers each.
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int x, y;
static int a;

static void *one(void *arg) {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    if (a < 0) {
        arg = 0;
    }
    atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *two(void *arg) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_int();
    pthread_create(&t, 0, one, &a);
    pthread_create(&u, 0, two, &a);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
