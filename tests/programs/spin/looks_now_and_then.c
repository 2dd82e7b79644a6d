//@ check: safe executions=17
//@ check --model rc11: safe executions=17
//@ check --explorer optimal: safe
//@ check --explorer prefix: safe
//@ check --explorer states: safe
// In every 16th round only the thread looks whether it has to stop. The number of rounds grows for
// ever, but rounds 16 apart are alike: the thread leaves in one of the first 16, or comes back.
#include "spin.h"

static atomic_int ready, stop;

static void *body(void *arg)
{
    unsigned rounds = 0;
    while (!ready)
        if (++rounds % 16 == 0 && stop)
            break;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    ready = 1;
    pthread_join(other, NULL);
    return 0;
}
