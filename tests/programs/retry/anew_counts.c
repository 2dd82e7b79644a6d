//@ check: assertion
// As push_loads_anew.c, but the rounds are counted.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *first(void *arg) {
    int rounds = 0, seen;
    do {
        seen = atomic_load(&x);
        rounds++;
    } while (!atomic_compare_exchange_strong(&x, &seen, seen + 2));
    assert(rounds == 1);
    return arg;
}

static void *second(void *arg) {
    atomic_store(&x, 1);
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
