//@ check: overflow
// As delay_doubles.c, without a limit: the product overflows in the 31st round.
#include <sched.h>
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int delay = 1;
    while (!atomic_load(&flag)) {
        if (delay > 1000)
            sched_yield();
        delay *= 2;
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
