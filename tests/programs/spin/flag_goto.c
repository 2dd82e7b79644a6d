//@ check: safe executions=1
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    again:
    if (!atomic_load(&flag))
        goto again;
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
