//@ check: assertion line=14
// Peterson's algorithm, tried once: who would have to wait leaves.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void try_enter(int me) {
    int other = 1 - me;
    atomic_store(&turn, other);
    atomic_store(&wants[me], 1);
    if (!atomic_load(&wants[other]) || atomic_load(&turn) == me) {
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
    }
    atomic_store(&wants[me], 0);
}

static void *process(void *arg) {
    try_enter(*(int *)arg);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int zero = 0, one = 1;
    pthread_create(&a, NULL, process, &zero);
    pthread_create(&b, NULL, process, &one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
