//@ check --symbolic --model rc11: assertion line=@stale
//@ check --symbolic --model ra: safe
//@ check --symbolic --model tso: safe
//@ check --symbolic --model sc: safe
// Whether the message is there is known by a compare-and-swap. It expects the input. Where it finds 1 and succeeds, it acquires; where
// it finds 1 and fails, since the input is something else, its order is relaxed, and promises nothing in rc11. FIXED: it acquires, too.
#ifdef FIXED
#define FAILS memory_order_acquire
#else
#define FAILS memory_order_relaxed
#endif
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int message, flag;

static void *publish(void *arg) {
    (void)arg;
    atomic_store_explicit(&message, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

int main(void) {
    pthread_t t;
    int wanted = __VERIFIER_nondet_int(), found = wanted;
    pthread_create(&t, 0, publish, 0);
    int taken = atomic_compare_exchange_strong_explicit(&flag, &found, 2, memory_order_acquire, FAILS);
    if (taken && wanted == 1) {
        assert(atomic_load_explicit(&message, memory_order_relaxed) == 1);
    }
    if (!taken && found == 1) {
        assert(atomic_load_explicit(&message, memory_order_relaxed) == 1); /*@stale*/
    }
    pthread_join(t, 0);
    return 0;
}
