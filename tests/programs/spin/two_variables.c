//@ check: safe executions=1
// Both are 1 in the end, and only then does the wait end.
#include "spin.h"

static atomic_int a, b;

static void *body(void *arg)
{
    while (!(atomic_load(&a) && atomic_load(&b)))
        ;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&b, 1);
    atomic_store(&a, 1);
    pthread_join(other, NULL);
    return 0;
}
