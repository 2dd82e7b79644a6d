//@ check: safe executions=6
// Test-and-set: each gets the lock from the one before it.
#include "spin.h"

static atomic_int lock;
static int shared;

static void *body(void *arg)
{
    while (atomic_exchange(&lock, 1))
        ;
    shared++;
    atomic_store(&lock, 0);
    return arg;
}

int main(void)
{
    run(3);
    assert(shared == 3);
    return 0;
}
