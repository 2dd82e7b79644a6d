//@ check: safe executions=2
//@ check --spurious 1: incomplete limit=spurious
#include "spin.h"

static atomic_int lock;
static int shared;

static void *body(void *arg)
{
    for (;;) {
        int expected = 0;
        if (atomic_compare_exchange_weak(&lock, &expected, 1))
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
