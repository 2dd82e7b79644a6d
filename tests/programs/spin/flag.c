//@ check: safe executions=1
//@ check --unroll 1: safe executions=1
// The wait ends with the only write; an iteration that reads 0 is no bound.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    while (!atomic_load(&flag))
        ;
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
