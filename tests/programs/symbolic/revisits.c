//@ check --symbolic: safe executions=3
//@ check --symbolic --explorer source: safe
// A thread reads x, then asks whether a is 0; another one writes x if a is not 0. With a = 0 nothing is written: 1 execution.
// Else x is read before or after: 2. The last is found from the second, by taking the answer back.
#ifndef KIND
#define KIND 0
#endif
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static atomic_int x;
static int a;

static void *reads(void *arg) {
    int r = x;
#if KIND == 2
    if (r != 0) {
        return 0;
    }
#elif KIND == 3
    __VERIFIER_assume(a != 0);
#elif KIND == 4
    return r == 1 && a == 5 ? arg : 0;
#endif
    return a == 0 ? arg : 0;
}

static void *writes(void *arg) {
#if KIND == 0 || KIND == 4
    if (a != 0) {
        x = 1;
    }
#elif KIND == 1
    if (a == 0) {
        x = 1;
    }
#else
    x = 1;
#endif
#if KIND == 2
    return a == 0 ? arg : 0;
#endif
    return 0;
}

int main(void) {
    pthread_t t, u;
    a = __VERIFIER_nondet_int();
    pthread_create(&t, 0, reads, &a);
    pthread_create(&u, 0, writes, &a);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
