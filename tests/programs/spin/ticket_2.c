//@ check: safe executions=2
// A ticket lock: the order of the 2 tickets decides everything else.
#include "spin.h"

static atomic_uint next, serving;
static int shared;

static void *body(void *arg)
{
    unsigned mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&serving) != mine)
        ;
    shared++;
    atomic_store(&serving, mine + 1);
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
