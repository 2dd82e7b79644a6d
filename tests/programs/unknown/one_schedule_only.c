//@ check: incomplete unsupported=mystery
// Reached in one of two orders.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void mystery(void);
static atomic_int x;

static void *first(void *arg) {
    if (atomic_exchange(&x, 1) == 2)
        mystery();
    return arg;
}

static void *second(void *arg) {
    atomic_exchange(&x, 2);
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
