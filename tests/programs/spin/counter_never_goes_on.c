//@ check: liveness
// As counter_yields.c, but who has tried three times never looks again.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int tries = 0;
    while (!atomic_load(&flag)) {
        if (++tries > 2)
            for (int i = 0; i != tries + 1; i += 0)
                ;
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
