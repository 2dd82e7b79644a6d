//@ check: safe executions=1
// A loop that only takes time ends by itself: nobody is waited for.
#include <sched.h>
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    for (int i = 0; i < 10; i++)
        sched_yield();
    while (!atomic_load(&flag))
        for (int i = 0; i < 10; i++)
            sched_yield();
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
