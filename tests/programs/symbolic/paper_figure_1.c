//@ check --symbolic: safe executions=5
//@ check --symbolic --explorer source: safe executions=5
//@ check --symbolic --explorer unfolding: safe executions=5
// Figure 1 of the paper on symbolic partial-order execution. T2 finds c = 0 or 3, and a before or after the input.
// c = 3: a is the input, negative or not: 2. c = 0 and a the input: 2. c = 0 and a still 0, which is not negative: 1.
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
atomic_int a, b, c;

static void *one(void *arg) {
    (void)arg;
    a = __VERIFIER_nondet_int();
    c = 3;
    return 0;
}

static void *two(void *arg) {
    b = c;
    if (a < 0) {
        return arg;
    }
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
