//@ check --symbolic: liveness line=@loop
//@ check --symbolic --explorer source: liveness line=@loop
// A thread tries until it finds the input. With 0 it does if it comes first, with 1 after the store of main; with 2 never. GOOD: 2 is no input.
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static atomic_uint x;
static unsigned a;

static void *swap(void *arg) {
    unsigned found = a;
    while (!atomic_compare_exchange_strong(&x, &found, 7)) { /*@loop*/
        found = a;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    a = __VERIFIER_nondet_uint();
#ifdef GOOD
    __VERIFIER_assume(a == 1);
#else
    __VERIFIER_assume(a <= 2);
#endif
    pthread_create(&t, 0, swap, 0);
    x = 1;
    pthread_join(t, 0);
    return 0;
}
