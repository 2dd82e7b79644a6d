//@ check: safe executions=6
// An iteration whose compare-and-swap fails has changed nothing: what is left are the orders of those that succeed.
#include "spin.h"

static atomic_int sum;

static void *body(void *arg)
{
    int seen;
    do {
        seen = atomic_load(&sum);
    } while (!atomic_compare_exchange_strong(&sum, &seen, seen + 1));
    return arg;
}

int main(void)
{
    run(3);
    assert(atomic_load(&sum) == 3);
    return 0;
}
