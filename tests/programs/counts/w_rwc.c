//@ check: safe executions=7
// W+RWC: 8 - 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, z;
static int r0, r1, r2;

static void *first(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&y, 1);
    return arg;
}

static void *second(void *arg) {
    r0 = atomic_load(&y);
    r1 = atomic_load(&z);
    return arg;
}

static void *third(void *arg) {
    atomic_store(&z, 1);
    r2 = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(!(r0 == 1 && r1 == 0 && r2 == 0));
    return 0;
}
