//@ check: safe executions=1
// As counter_yields.c, with a number that grows for ever, and a pause in a function.
#include <sched.h>
#include <unistd.h>
#include "spin.h"

static atomic_int flag;

static void rest(void)
{
    usleep(10);
}

static void *body(void *arg)
{
    unsigned tries = 0;
    while (!atomic_load(&flag)) {
        if (++tries > 100)
            usleep(1000);
        else if (tries > 10)
            sched_yield();
        else
            rest();
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
