//@ check: safe executions=2
// Between two exchanges one only looks.
#include "spin.h"

static atomic_int lock;
static int shared;

static void *body(void *arg)
{
    while (atomic_exchange(&lock, 1))
        while (atomic_load(&lock))
            ;
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
