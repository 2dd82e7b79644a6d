//@ check --symbolic: assertion line=@lost graph-only named-only
//@ check --symbolic --model pso: assertion line=@lost
//@ check --symbolic --model tso: safe
//@ check --symbolic --model ra: safe
//@ check --symbolic --model sc: safe
// A message, published with the order that the input says. relaxed promises nothing about the message in rc11, nor do two stores in pso.
// In ra each store is a release, and tso keeps stores in order. FIXED: release for every input.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int message, flag;

static void *publish(void *arg) {
    int quick = *(int *)arg;
    atomic_store_explicit(&message, 1, memory_order_relaxed);
#ifndef FIXED
    if (quick == 7) {
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
        return 0;
    }
#endif
    atomic_store_explicit(&flag, 1 + (quick == 7), memory_order_release);
    return 0;
}

int main(void) {
    pthread_t t;
    int quick = __VERIFIER_nondet_int();
    pthread_create(&t, 0, publish, &quick);
    if (atomic_load_explicit(&flag, memory_order_acquire)) {
        assert(atomic_load_explicit(&message, memory_order_relaxed) == 1); /*@lost*/
    }
    pthread_join(t, 0);
    return 0;
}
