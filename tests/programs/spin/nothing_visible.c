//@ check: liveness
//@ check --model tso: liveness
//@ check --model pso: liveness
//@ check --model ra: liveness
//@ check --model rc11: liveness
//@ check --explorer naive: liveness
//@ check --explorer source: liveness
//@ check --explorer optimal: liveness
//@ check --explorer unfolding: liveness
//@ check --explorer observers: liveness
//@ check --explorer rf: liveness
//@ check --explorer rvf: liveness
//@ check --explorer vc: liveness
//@ check --explorer dc: liveness
//@ check --races explore: liveness
//@ check --unroll 3: incomplete
// A loop in which nothing is visible, and that nothing can end: who joins its thread waits for ever.
#include "spin.h"

static atomic_int number;

static void *body(void *arg)
{
    if (atomic_load(&number) == 1)
        for (;;)
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
