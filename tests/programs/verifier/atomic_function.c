//@ check: safe executions=2
//@ check --races explore: safe executions=2
// A function with such a name is one step.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x;
void __VERIFIER_atomic_increment(void) {
    int old = x;
    x = old + 1;
}

static void *first(void *arg) {
    __VERIFIER_atomic_increment();
    return arg;
}

static void *second(void *arg) {
    __VERIFIER_atomic_increment();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
