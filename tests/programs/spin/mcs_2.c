//@ check: safe executions=6
// The queue lock of Mellor-Crummey and Scott. For either order of the two: the second comes when the first has gone; or while it has the
// lock, and the first, leaving, sees its successor at once, or only after it has tried to take itself for the last.
#include "spin.h"

struct node {
    _Atomic(struct node *) next;
    atomic_int locked;
};
static struct node nodes[2];
static _Atomic(struct node *) tail;
static int shared;

static void *body(void *arg)
{
    struct node *me = &nodes[*(int *)arg];
    atomic_store(&me->locked, 1);
    struct node *before = atomic_exchange(&tail, me);
    if (before) {
        atomic_store(&before->next, me);
        while (atomic_load(&me->locked))
            ;
    }
    shared++;
    struct node *successor = atomic_load(&me->next);
    if (!successor) {
        struct node *expected = me;
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return NULL;
        while (!(successor = atomic_load(&me->next)))
            ;
    }
    atomic_store(&successor->locked, 0);
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
