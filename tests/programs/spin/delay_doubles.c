//@ check: safe executions=1
//@ check --explorer unfolding: safe executions=1
// Back-off by a loop that does nothing, twice as long each time up to a limit.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int delay = 1;
    while (!atomic_load(&flag)) {
        for (volatile int i = 0; i < delay; i++)
            ;
        if (delay < 1000)
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
