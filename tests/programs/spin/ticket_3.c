//@ check: safe executions=6
// A ticket lock: the order of the 3 tickets decides everything else.
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
    run(3);
    assert(shared == 3);
    return 0;
}
