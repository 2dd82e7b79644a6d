//@ check --symbolic: safe
//@ check --symbolic --explorer source: safe
//@ check --symbolic --model rc11: safe
// What a compare-and-swap expects is an entry of a table, 0 or 1 by the input; x is 0, and 1 later. Whether it has succeeded is known then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static atomic_uint x;
static unsigned a;

static void *swap(void *arg) {
    unsigned few[4] = {0, 1, 1, 0}, expected = few[a], found = expected;
    if (atomic_compare_exchange_strong(&x, &found, 7)) {
        assert(found == expected && found <= 1);
    } else {
        assert(found != expected);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    a = __VERIFIER_nondet_uchar() & 3;
    pthread_create(&t, 0, swap, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
