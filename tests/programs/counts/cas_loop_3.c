//@ check: safe executions=6
// One for each order of the three increments (48 with all failed attempts, by classes.py).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    int seen = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
        ;
    return arg;
}

static void *second(void *arg) {
    int seen = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
        ;
    return arg;
}

static void *third(void *arg) {
    int seen = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
        ;
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
    assert(x == 3);
    return 0;
}
