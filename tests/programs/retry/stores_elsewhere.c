//@ check: assertion
// Where a round writes depends on what was found: what an earlier round has written stays.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static int slots[4];

static void *first(void *arg) {
    int seen = atomic_load(&x);
    do
        slots[seen] = 1;
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 2));
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
    assert(!(slots[0] && slots[1]));
    return 0;
}
