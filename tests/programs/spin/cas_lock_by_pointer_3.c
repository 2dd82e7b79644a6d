//@ check: safe executions=6
//@ check --model rc11: safe executions=6
// What is expected is a variable of the round whose address is given away: it is another object in each round.
#include "spin.h"

static atomic_int lock;
static int shared;

static __attribute__((noinline)) int attempt(int *expected)
{
    return atomic_compare_exchange_strong(&lock, expected, 1);
}

static void *body(void *arg)
{
    for (;;) {
        int expected = 0;
        if (attempt(&expected))
            break;
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
