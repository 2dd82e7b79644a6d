// Store buffering. That it needs weak memory cannot be shown: malloc may give the address again that was
// freed, which is not explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef FIX
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif

static atomic_int x, y;
static int saw_x, saw_y;

static void *left(void *unused) {
    atomic_store_explicit(&x, 1, ORDER);
    saw_y = atomic_load_explicit(&y, ORDER);
    return unused;
}

static void *right(void *unused) {
    atomic_store_explicit(&y, 1, ORDER);
    saw_x = atomic_load_explicit(&x, ORDER);
    return unused;
}

int main(void) {
    pthread_t threads[2];
#ifndef FIX
    int *before = malloc(sizeof *before);
    free(before);
    int *after = malloc(sizeof *after);
    if (before == after)
        return 0;
    free(after);
#endif
    pthread_create(&threads[0], NULL, left, NULL);
    pthread_create(&threads[1], NULL, right, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(saw_x || saw_y);
    return 0;
}
