//@ check: safe
// Correct under sequential consistency: mutual exclusion, and nobody waits for ever.
#include "spin.h"

static atomic_int wants[2], turn;
static int shared;

static void *body(void *arg)
{
    int me = *(int *)arg, you = 1 - me;
    atomic_store(&wants[me], 1);
    atomic_store(&turn, you);
    while (atomic_load(&wants[you]) && atomic_load(&turn) == you)
        ;
    shared++;
    atomic_store(&wants[me], 0);
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
