//@ check: safe executions=2
//@ check --model tso: safe executions=2
//@ check --model rc11: safe executions=2
// A spinlock of exchanges, given back by an exchange: it orders what it protects, and waiting needs no bound. Two orders.
#include <assert.h>
#include <pthread.h>
#include "primitives.h"

static volatile int taken;
static int count;

static void *worker(void *arg)
{
    while (asm_exchange(&taken, 1))
        __asm__ __volatile__("pause");
    count++;
    asm_exchange(&taken, 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(count == 2);
    return 0;
}
