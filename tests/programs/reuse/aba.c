//@ check: incomplete limit=reuse
//@ check --model rc11: incomplete limit=reuse graph-only
// A thread takes a box out of a slot, frees it, and puts a new one there: malloc may give the same
// address, and then the other thread's compare-and-swap takes a box that it has not looked at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
    int generation;
};

static _Atomic(struct box *) slot;
static atomic_int swapping;

static void *taker(void *unused)
{
    struct box *seen = atomic_load(&slot), *expected = seen;
    if (atomic_load(&swapping) == 0 && atomic_compare_exchange_strong(&slot, &expected, NULL)) {
        assert(seen->generation == 1);
        free(seen);
    }
    return unused;
}

static void *swapper(void *unused)
{
    atomic_store(&swapping, 1);
    struct box *old = atomic_exchange(&slot, NULL);
    if (old) {
        free(old);
        struct box *new = malloc(sizeof *new);
        new->generation = 2;
        atomic_store(&slot, new);
    }
    return unused;
}

int main(void)
{
    struct box *first = malloc(sizeof *first);
    first->generation = 1;
    atomic_store(&slot, first);
    pthread_t a, b;
    pthread_create(&a, NULL, taker, NULL);
    pthread_create(&b, NULL, swapper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&slot));
    return 0;
}
