//@ check: safe executions=3
// 2+2W: 2 * 2 orders of writes, one of them a cycle.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *first(void *arg) {
    atomic_store(&x, 1);
    atomic_store(&y, 2);
    return arg;
}

static void *second(void *arg) {
    atomic_store(&y, 1);
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
