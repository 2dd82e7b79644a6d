//@ check: safe executions=2
//@ check --model rc11: safe executions=2
// As seqlock_by_pointer.c: the lock is given by its address, so what is loaded before the stores is known to be elsewhere only at run time; a round begins anew early.
#include "spin.h"

struct cell { atomic_int seq, one, two; };
struct both { int one, two; };

static void snapshot(struct cell *cell, struct both *into)
{
    for (;;) {
        int before = atomic_load_explicit(&cell->seq, memory_order_acquire);
        if (before % 2)
            continue;
        into->one = atomic_load_explicit(&cell->one, memory_order_relaxed);
        into->two = atomic_load_explicit(&cell->two, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        if (atomic_load_explicit(&cell->seq, memory_order_relaxed) == before)
            break;
    }
}

static struct cell cell;

static void *body(void *arg)
{
    struct both both;
    snapshot(&cell, &both);
    assert(both.one == both.two);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&cell.seq, 1);
    atomic_store(&cell.one, 7);
    atomic_store(&cell.two, 7);
    atomic_store(&cell.seq, 2);
    pthread_join(other, NULL);
    return 0;
}
