//@ check: safe executions=72
// Two orders of the writes; each reader sees two of the three values, not backwards: 2 * 6 * 6.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int r0, r1, r2, r3;

static void *first(void *arg) {
    atomic_store(&x, 1);
    return arg;
}

static void *second(void *arg) {
    atomic_store(&x, 2);
    return arg;
}

static void *third(void *arg) {
    r0 = atomic_load(&x);
    r1 = atomic_load(&x);
    return arg;
}

static void *fourth(void *arg) {
    r2 = atomic_load(&x);
    r3 = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t a, b, c, d;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_create(&d, NULL, fourth, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    assert(!(r0 == 1 && r1 == 2 && r2 == 2 && r3 == 1));
    return 0;
}
