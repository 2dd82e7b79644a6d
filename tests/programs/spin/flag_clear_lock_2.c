//@ check: safe executions=2
#include "spin.h"

static int shared;
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void *body(void *arg)
{
    while (atomic_flag_test_and_set(&lock))
        sched_yield();
    shared++;
    atomic_flag_clear(&lock);
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
