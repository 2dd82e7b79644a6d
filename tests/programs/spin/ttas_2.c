//@ check: safe executions=4
// Test and test-and-set. The lock goes round in one of 2! orders; whoever is k-th may have seen it free before any of the k
// critical sections up to its own: 2! combinations.
#include "spin.h"

static atomic_int lock;
static int shared;

static void *body(void *arg)
{
    for (;;) {
        while (atomic_load(&lock))
            ;
        if (!atomic_exchange(&lock, 1))
            break;
    }
    shared++;
    atomic_store(&lock, 0);
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
