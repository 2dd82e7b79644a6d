//@ check: safe executions=3
// CoRW: the other write is before the read, between, or after.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int r0;

static void *first(void *arg) {
    r0 = atomic_load(&x);
    atomic_store(&x, 1);
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
    return 0;
}
