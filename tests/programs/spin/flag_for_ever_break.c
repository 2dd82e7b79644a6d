//@ check: safe executions=1
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    for (;;) {
        if (atomic_load(&flag))
            break;
        sched_yield();
    }
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
