//@ check: safe executions=4 blocked=0
// As bounded_retry.c, the number of what is left being private.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int left = 3;
    while (left-- > 0 && !atomic_load(&flag))
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
