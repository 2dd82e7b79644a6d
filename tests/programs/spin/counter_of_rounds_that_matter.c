//@ check: assertion
// As counter_yields.c, but what is set with it is looked at in the end.
#include <sched.h>
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int tries = 0, has_yielded = 0;
    while (!atomic_load(&flag)) {
        if (++tries > 2) {
            sched_yield();
            has_yielded = 1;
            tries = 0;
        }
    }
    assert(!has_yielded);
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
