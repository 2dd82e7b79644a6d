//@ check --symbolic --explorer prefix: safe
//@ check --nondet 0..7 --explorer prefix: safe
// Two threads ask different things of one number, again and again. No number is less than 2 and greater
// than 5, so they never both hold what is protected by that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static atomic_int number, holders, idle[2];

static void *low(void *unused) {
    for (;;)
        if (number < 2) {
            assert(++holders == 1);
            holders--;
        } else
            idle[0] ^= 1;
    return unused;
}

static void *high(void *unused) {
    for (;;)
        if (number > 5) {
            assert(++holders == 1);
            holders--;
        } else
            idle[1] ^= 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    number = __VERIFIER_nondet_uchar() & 7;
    pthread_create(&a, NULL, low, NULL);
    pthread_create(&b, NULL, high, NULL);
    pthread_join(a, NULL);
}
