//@ check: safe executions=2 note=none
// An array of atomics grows while only main is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int *x;

static void *first(void *arg) {
    atomic_fetch_add(&x[1], 1);
    return arg;
}

static void *second(void *arg) {
    atomic_fetch_add(&x[1], 2);
    return arg;
}

int main(void) {
    pthread_t a, b;
    x = calloc(2, sizeof *x);
    atomic_store(&x[1], 10);
    x = realloc(x, 4 * sizeof *x);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x[1] == 13 && x[0] == 0);
    free(x);
    return 0;
}
