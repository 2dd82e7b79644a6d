//@ check --symbolic: safe
//@ check --symbolic --explorer source: safe
//@ check --symbolic --model tso: safe
//@ check --symbolic --model ra: safe
//@ check --symbolic --model rc11: safe
// Two threads add to a counter, each another input, by trying again. ONCE: they try once only. The second to come finds the input of
// the first, and it is lost unless one of the two is 0.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
static atomic_uint sum;

static void *add(void *arg) {
    unsigned more = *(unsigned *)arg, old = atomic_load(&sum);
#ifdef ONCE
    atomic_compare_exchange_strong(&sum, &old, old + more);
#else
    while (!atomic_compare_exchange_weak_explicit(&sum, &old, old + more, memory_order_release, memory_order_relaxed)) {
    }
#endif
    return 0;
}

int main(void) {
    pthread_t t, u;
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    pthread_create(&t, 0, add, &a);
    pthread_create(&u, 0, add, &b);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(sum == a + b); /*@lost*/
    return 0;
}
