//@ check: assertion
// As counter_yields.c, but after the third try the thread gives up.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int tries = 0;
    while (!atomic_load(&flag)) {
        if (++tries > 3)
            assert(0);
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
