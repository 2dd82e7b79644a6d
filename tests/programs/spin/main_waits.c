//@ check: safe executions=1
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    while (!atomic_load(&flag))
        sched_yield();
    pthread_join(other, NULL);
    return 0;
}
