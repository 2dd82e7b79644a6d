//@ check --model sc: safe
//@ check --explorer states --model sc: safe
//@ check --model rc11: assertion
// Each adds to a number and loads the other: an addition that is not seq_cst may be seen late, as no interleaving
// shows. The loads are not ordered with the additions by other things.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int first, second;

static void *worker(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);
    first = atomic_load(&y);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    atomic_fetch_add_explicit(&y, 1, memory_order_acq_rel);
    second = atomic_load(&x);
    pthread_join(thread, NULL);
    assert(first == 1 || second == 1);
    return 0;
}
