//@ check --symbolic --explorer prefix: safe
//@ check --nondet 0..3 --explorer prefix: safe
// A slot is taken by compare-and-swap from what the input says: only 2 is never there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static atomic_uint slot;

static void *turns(void *unused) {
    for (;;) {
        slot = 1;
        slot = 3;
        slot = 0;
    }
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, turns, NULL);
    for (;;) {
        unsigned from = __VERIFIER_nondet_uchar() & 3, old = from;
        if (atomic_compare_exchange_strong(&slot, &old, 1))
            assert(from != 2);
    }
}
