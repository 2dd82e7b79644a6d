//@ check: safe executions=1 blocked=0
// An assumption in one thread ends the whole execution. Its read is last, and finds what is assumed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);
static atomic_int x;

static void *first(void *arg) {
    __VERIFIER_assume(x == 1);
    return arg;
}

static void *second(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 1);
    return 0;
}
