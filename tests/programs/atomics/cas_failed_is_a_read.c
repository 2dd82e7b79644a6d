//@ check: safe executions=4
// Two failing compare-and-swaps commute with each other, not with the store: each reads 0 or 1, 2 * 2.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    x = 1;
    return arg;
}

static void *second(void *arg) {
    int five = 5;
    atomic_compare_exchange_strong(&x, &five, 6);
    return arg;
}

static void *third(void *arg) {
    int five = 5;
    atomic_compare_exchange_strong(&x, &five, 7);
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
    return 0;
}
