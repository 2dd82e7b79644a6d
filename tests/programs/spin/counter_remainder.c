//@ check --no-symmetry: safe executions=6
//@ check --no-symmetry --explorer optimal: safe executions=6
// As counter_yields.c: every 8th round, or every 4th, yields. The numbers grow for ever.
#include <sched.h>
#include "spin.h"

static atomic_int lock;
static int count;

static void *body(void *arg)
{
    int tries = 0;
    while (atomic_exchange(&lock, 1))
        if (++tries % 8 == 0)
            sched_yield();
    count++;
    atomic_store(&lock, 0);
    return arg;
}

static void *other_body(void *arg)
{
    int tries = 0;
    unsigned rounds = 0;
    while (atomic_exchange(&lock, 1)) {
        if ((++tries & 3) == 0 || ++rounds % 6 == 0)
            sched_yield();
    }
    count++;
    atomic_store(&lock, 0);
    return arg;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, body, NULL);
    pthread_create(&b, NULL, other_body, NULL);
    pthread_create(&c, NULL, other_body, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
