//@ check: safe executions=2
// A multiplication is a compare-and-swap loop: nothing is lost. One order or the other.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static _Atomic int x = 1;

static void *first(void *arg) {
    x *= 3;
    return arg;
}

static void *second(void *arg) {
    x *= 5;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 15);
    return 0;
}
