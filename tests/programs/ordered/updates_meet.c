//@ check: safe
//@ check --explorer states --model sc: safe
//@ check --model rc11 --explorer graph: safe
// Each adds to a number and looks at the other by a read-modify-write, so one of the two comes second there, and
// has synchronised with the first: no interleaving is missing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int first, second;

static void *worker(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);
    first = atomic_fetch_add_explicit(&y, 0, memory_order_acq_rel);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    atomic_fetch_add_explicit(&y, 1, memory_order_acq_rel);
    second = atomic_fetch_add_explicit(&x, 0, memory_order_acq_rel);
    pthread_join(thread, NULL);
    assert(first == 1 || second == 1);
    return 0;
}
