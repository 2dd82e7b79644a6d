//@ check: assertion|abort
//@ check --keep-going: assertion|abort faults=2
// One fault or the other, by the order of two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *worker(void *arg) {
    if (atomic_exchange(&x, 1) == 0)
        abort();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(atomic_exchange(&x, 2) != 0);
    pthread_join(t, NULL);
    return 0;
}
