//@ check --symbolic: safe
// A thread waits for what the input says: with 0 < a < 3 that comes. NEVER: it does not if a is 3.
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static atomic_uint x;
static unsigned a;

static void *wait(void *arg) {
    (void)arg;
    while (x != a) {
    }
    return 0;
}

int main(void) {
    pthread_t t;
    a = __VERIFIER_nondet_uint();
#ifdef NEVER
    __VERIFIER_assume(a >= 2 && a <= 3);
#else
    __VERIFIER_assume(a == 2);
#endif
    pthread_create(&t, 0, wait, 0);
    x = 1;
    x = 2;
    pthread_join(t, 0);
    return 0;
}
