//@ check: assertion
// What a round writes depends on what the round before has written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static int last, before;

static void *first(void *arg) {
    int seen = atomic_load(&x);
    do {
        before = last;
        last = seen + 1;
    } while (!atomic_compare_exchange_strong(&x, &seen, seen + 2));
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
    assert(before == 0);
    return 0;
}
