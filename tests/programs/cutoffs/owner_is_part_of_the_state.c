//@ check --races explore --explorer prefix: assertion
//@ check --races explore --explorer states: assertion
//@ check --races explore --explorer graph: assertion
// Whether the first thread has read the variable before it comes back to a state shows in nothing that it keeps. But the
// second thread writes it later, and may do so between two reads of another round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int shared;
static atomic_int turn;

static void *reads(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int way = atomic_load(&turn);
        if (way == 0) {
            int before = shared, after = shared;
            assert(before == after);
        }
    }
    return unused;
}

static void *writes(void *unused)
{
    atomic_store(&turn, 1);
    atomic_store(&turn, 0);
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, reads, NULL);
    pthread_create(&threads[1], NULL, writes, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
