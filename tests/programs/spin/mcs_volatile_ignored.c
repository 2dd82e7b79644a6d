//@ check: data-race
//@ check --races ignore: incomplete limit=plain-wait
//@ check --races ignore --explorer source: incomplete limit=plain-wait
//@ check --races ignore --explorer optimal: incomplete limit=plain-wait
//@ check --races ignore --explorer unfolding: incomplete limit=plain-wait
//@ check --races ignore --explorer observers: incomplete limit=plain-wait
//@ check --races ignore --explorer rf: incomplete limit=plain-wait
//@ check --races ignore --explorer rvf: incomplete limit=plain-wait
//@ check --races ignore --model tso: incomplete limit=plain-wait
//@ check --races ignore --model rc11: incomplete limit=plain-wait
//@ check --races explore: safe
// The queue lock of Mellor-Crummey and Scott with volatile flags, as it was written before C11. Who waits for its predecessor waits for a plain
// write, which is no event where races are ignored: that the flag still says so does not mean that nobody will change it.
#include "spin.h"

struct node {
    struct node *volatile next;
    volatile int locked;
};
static struct node nodes[2];
static _Atomic(struct node *) tail;
static int shared;

static void *body(void *arg)
{
    struct node *me = &nodes[*(int *)arg];
    me->locked = 1;
    struct node *before = atomic_exchange(&tail, me);
    if (before) {
        before->next = me;
        while (me->locked)
            ;
    }
    shared++;
    if (!me->next) {
        struct node *expected = me;
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return NULL;
        while (!me->next)
            ;
    }
    me->next->locked = 0;
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
