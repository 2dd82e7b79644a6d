//@ check: safe executions=3
// CoWW with a reader: 0, 1 or 2.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int r0;

static void *first(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&x, 2);
    return arg;
}

static void *second(void *arg) {
    r0 = atomic_load(&x);
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
