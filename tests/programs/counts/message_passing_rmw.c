//@ check: safe executions=3
// Two orders of the read-modify-writes; y first leaves x free, x first does not: 2 + 1.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r0, r1;

static void *first(void *arg) {
    atomic_store(&x, 1);
    atomic_fetch_add(&y, 1);
    return arg;
}

static void *second(void *arg) {
    r0 = atomic_fetch_add(&y, 2);
    r1 = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(r0 == 1 && r1 == 0));
    return 0;
}
