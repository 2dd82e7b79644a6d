//@ check: safe executions=4
// Atomic accesses, then memset when all threads have ended, then atomic accesses again: 2 * 2 orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

static atomic_int x[2];

static void *worker(void *arg) {
    atomic_fetch_add(&x[1], *(int *)arg);
    return NULL;
}

static void phase(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, worker, &one);
    pthread_create(&b, NULL, worker, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x[1] == 3);
}

int main(void) {
    phase();
    memset((void *)x, 0, sizeof x);
    assert(x[1] == 0);
    phase();
    return 0;
}
