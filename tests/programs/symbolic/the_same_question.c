//@ check --symbolic: safe executions=2
//@ check --symbolic --explorer source: safe executions=2
//@ check --symbolic --explorer unfolding: safe executions=2
// N threads ask the same of the input. They agree, in any order: the input is negative, or it is not.
#ifndef N
#define N 4
#endif
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int a;

static void *ask(void *arg) { return a < 0 ? arg : 0; }

int main(void) {
    pthread_t t[N];
    a = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++) {
        pthread_create(&t[i], 0, ask, &a);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], 0);
    }
    return 0;
}
