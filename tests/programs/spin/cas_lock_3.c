//@ check: safe executions=6
#include "spin.h"

static atomic_int lock;
static int shared;

static void *body(void *arg)
{
    int expected = 0, tries = 0;
    while (!atomic_compare_exchange_strong(&lock, &expected, 1)) {
        expected = 0;
        tries++;
    }
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
