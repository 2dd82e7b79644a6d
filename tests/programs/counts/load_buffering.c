//@ check: safe executions=3
// LB: 4 - 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0, r1;

static void *first(void *arg) {
    r0 = atomic_load(&x);
    atomic_store(&y, 1);
    return arg;
}

static void *second(void *arg) {
    r1 = atomic_load(&y);
    atomic_store(&x, 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(r0 == 1 && r1 == 1));
    return 0;
}
