//@ check --symbolic: safe
//@ check --symbolic --explorer source: safe
// A compare-and-swap beside an atomic section, in which x is 0 for a moment. Where it expects 0 it never succeeds.
// OUTSIDE: no section; then it may.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int x = 5;
static int a;

static void *swap(void *arg) {
    (void)arg;
    int found = a;
    if (atomic_compare_exchange_strong(&x, &found, 7)) {
        assert(a == 5 || a == 6); /*@zero*/
    }
    return 0;
}

int main(void) {
    pthread_t t;
    a = __VERIFIER_nondet_int();
    pthread_create(&t, 0, swap, 0);
#ifndef OUTSIDE
    __VERIFIER_atomic_begin();
#endif
    x = 0;
    x = 6;
#ifndef OUTSIDE
    __VERIFIER_atomic_end();
#endif
    pthread_join(t, 0);
    return 0;
}
