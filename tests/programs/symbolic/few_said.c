//@ check --symbolic --solver-timeout 1ms: safe
//@ check --symbolic --solver-timeout 1ms --explorer naive: safe
//@ cflags: -DKIND=0
// Inputs that can be few numbers are tried, however the program says that they are few: products and
// quotients like these would take the solver seconds (here it has a millisecond). KIND 1 to 8: see
// the other files. What the function computes was printed, for all numbers and KINDs.
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

static unsigned hash(int i, unsigned more) {
    int v = i % 12 * (i / 5);
    v = v * v % (unsigned)(v | 1) + 100 / (v + 50);
    unsigned h = v * 31u + more;
    return h * 7u + (unsigned)i;
}

static atomic_int places[2];
static int input;

static void *stores(void *unused) {
    atomic_store(&places[input & 1], 1);
    return unused;
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    unsigned more = 0;
#if KIND == 0
    __VERIFIER_assume(i >= 6 & i <= 9);
#elif KIND == 1
    __VERIFIER_assume(i == 6 | i == 9 | i == 8);
#elif KIND == 2
    __VERIFIER_assume((unsigned)i - 6 < 4);
#elif KIND == 3
    i = __VERIFIER_nondet_uchar();
#elif KIND == 4
    more = __VERIFIER_nondet_bool();
    __VERIFIER_assume(i >= 6 & i <= 9);
#elif KIND == 5
    /* Negative ones, and the opposite of what is said. */
    __VERIFIER_assume(!(i < -9 | i > -6) | i == 8);
#elif KIND == 6
    /* Where an address was asked about. */
    __VERIFIER_assume(i >= 6 & i <= 9);
    input = i;
    pthread_t other;
    pthread_create(&other, 0, stores, 0);
    atomic_store(&places[0], 2);
    pthread_join(other, 0);
#endif
    unsigned h = hash(i, more);
#ifdef FOUND
    assert(h != FOUND); /*@found*/
#else
    assert(h != 211u);
    assert(h % 1024 != 85u);
#endif
    return 0;
}
