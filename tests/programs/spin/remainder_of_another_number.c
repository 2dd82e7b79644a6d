//@ check: division-by-zero
// As counter_remainder.c, but the remainder is of a number that comes to 0: that is a fault, though what is left decides only when to yield.
#include <sched.h>
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int tries = 0;
    while (!atomic_load(&flag))
        if (8 % (3 - ++tries) == 1)
            sched_yield();
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
