//@ check: safe executions=2
// A bit of a word is the lock.
#include "spin.h"

static atomic_int lock;
static int shared;

static void *body(void *arg)
{
    while (atomic_fetch_or(&lock, 4) & 4)
        ;
    shared++;
    atomic_fetch_and(&lock, ~4);
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
