//@ check: safe executions=3
// CoWR: the other write is before, between, or after.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int r0;

static void *first(void *arg) {
    atomic_store(&x, 1);
    r0 = atomic_load(&x);
    return arg;
}

static void *second(void *arg) {
    atomic_store(&x, 2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(r0 == 0));
    return 0;
}
