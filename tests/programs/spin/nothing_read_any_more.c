//@ check: liveness
//@ check --model tso: liveness
//@ check --model pso: liveness
//@ check --model ra: liveness
//@ check --model rc11: liveness
//@ check --explorer source: liveness
//@ check --explorer optimal: liveness
//@ check --explorer unfolding: liveness
//@ check --explorer rf: liveness
// A thread that has read 1 goes round for ever, looking at nothing that others write; the 2 that comes later does not let it go on.
#include "spin.h"

static atomic_int number;
static _Thread_local int never;

static int look(const int *where)
{
    return *where;
}

static void *body(void *arg)
{
    int seen = atomic_load(&number);
    while (seen == 1 && look(&never) == 0)
        ;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&number, 1);
    atomic_store(&number, 2);
    pthread_join(other, NULL);
    return 0;
}
