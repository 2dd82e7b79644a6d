//@ check: liveness
// A loop that does not even look at anything.
#include "spin.h"



static void *body(void *arg)
{
    for (;;)
        sched_yield();
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);

    pthread_join(other, NULL);
    return 0;
}
