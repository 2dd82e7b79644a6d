//@ check --nondet 0..1: safe executions=8
// Two values each, and two orders of the two stores.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
static atomic_int x;

static void *first(void *arg) {
    x = __VERIFIER_nondet_int();
    return arg;
}

static void *second(void *arg) {
    x = __VERIFIER_nondet_int();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 0 || x == 1);
    return 0;
}
