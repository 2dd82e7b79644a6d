//@ check: safe executions=1
// The loop is in one function, what it reads in another.
#include "spin.h"

static atomic_int flag;

static int is_set(atomic_int *which)
{
    return atomic_load(which);
}

static void *body(void *arg)
{
    while (!is_set(&flag))
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
