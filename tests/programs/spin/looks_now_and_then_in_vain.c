//@ check: liveness thread=1
//@ check --explorer prefix: liveness thread=1
//@ check --explorer states: liveness thread=1
//@ check --model rc11: liveness thread=1
// As looks_now_and_then.c, where neither comes. A while the thread looks at one flag only.
#include "spin.h"

static atomic_int ready, stop;

static void *body(void *arg)
{
    int rounds = 0;
    for (;;) {
        if (ready)
            break;
        if (++rounds > 20 && rounds % 6 == 0 && stop)
            break;
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    pthread_join(other, NULL);
    return 0;
}
