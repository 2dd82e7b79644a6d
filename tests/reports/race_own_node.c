// A lock as a queue, whose nodes are variables that each thread has of its own. The owner finds its successor by a relaxed load: nothing
// orders its write to the node after the beginning of the successor's thread.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef FIX
#define FIND memory_order_acquire
#else
#define FIND memory_order_relaxed
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_bool waits;
};

static _Atomic(struct node *) tail;
static int data;

static void lock(struct node *me)
{
    atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&me->waits, true, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (before) {
        atomic_store_explicit(&before->next, me, memory_order_release);
        while (atomic_load_explicit(&me->waits, memory_order_acquire))
            ;
    }
}

static void unlock(struct node *me)
{
    struct node *next = atomic_load_explicit(&me->next, FIND);
    if (!next) {
        struct node *mine = me;
        if (atomic_compare_exchange_strong_explicit(&tail, &mine, NULL, memory_order_release, memory_order_relaxed))
            return;
        while (!(next = atomic_load_explicit(&me->next, memory_order_acquire)))
            ;
    }
    atomic_store_explicit(&next->waits, false, memory_order_release);
}

static void *worker(void *arg)
{
    static _Thread_local struct node me;
    lock(&me);
    data++;
    unlock(&me);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return data != 2;
}
