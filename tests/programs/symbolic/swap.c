//@ check --symbolic: safe executions=4
//@ check --symbolic --explorer source: safe
//@ check --symbolic --model tso: safe executions=4
//@ check --symbolic --model pso: safe executions=4
//@ check --symbolic --model ra: safe executions=4
//@ check --symbolic --model rc11: safe executions=4
// A compare-and-swap expects the input. It finds 0, before the store of main, or 1, after it, and succeeds or not with each.
// (It never comes between 0 and what another has written over that, so that is all under each model.)
// BAD: 0 may be found, with a = 0.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int x;
static int a;

static void *swap(void *arg) {
    (void)arg;
    int found = a;
#ifdef GENERIC
    int new = 7;
    int done = __atomic_compare_exchange((int *)&x, &found, &new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
#elif defined WEAK
    int done = atomic_compare_exchange_weak(&x, &found, 7);
#else
    int done = atomic_compare_exchange_strong(&x, &found, 7);
#endif
    assert(done == (found == a));
#ifdef BAD
    assert(!done || a == 1); /*@zero*/
#else
    assert(!done || a == 0 || a == 1);
#endif
    return 0;
}

int main(void) {
    pthread_t t;
    a = __VERIFIER_nondet_int();
    pthread_create(&t, 0, swap, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
