//@ check: safe executions=7
// WRC: 8 - 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0, r1, r2;

static void *first(void *arg) {
    atomic_store(&x, 1);
    return arg;
}

static void *second(void *arg) {
    r0 = atomic_load(&x);
    atomic_store(&y, 1);
    return arg;
}

static void *third(void *arg) {
    r1 = atomic_load(&y);
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
    assert(!(r0 == 1 && r1 == 1 && r2 == 0));
    return 0;
}
