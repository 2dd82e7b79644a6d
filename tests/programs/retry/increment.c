//@ check: safe executions=24 blocked=0
//@ check --model tso: safe executions=24 blocked=0
//@ check --model ra: safe executions=24 blocked=0
//@ check --explorer source: safe executions=24
//@ check --explorer optimal: safe executions=24
//@ check --explorer unfolding: safe executions=24
//@ check: safe representatives=1
// Each order in which four threads increment is one execution, 4! = 24: a failed compare-and-swap is
// no event of its own, since the thread could have read later. The threads are alike: with symmetry
// one order stands for all.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static void *body(void *arg)
{
    int r = atomic_load(&x);
    while (!atomic_compare_exchange_strong(&x, &r, r + 1))
        ;
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&x) == 4);
    return 0;
}
