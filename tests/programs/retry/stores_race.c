//@ check: data-race
// What each round writes races with who comes between the load and the compare-and-swap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static int slot;

static void *first(void *arg) {
    int seen = atomic_load(&x);
    do
        slot = seen;
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1));
    return arg;
}

static void *second(void *arg) {
    if (atomic_fetch_add(&x, 2) == 0 && slot == 7)
        return NULL;
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
