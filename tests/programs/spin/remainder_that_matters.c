//@ check: assertion
// As counter_remainder.c, but what is set in every second round is looked at in the end.
#include <sched.h>
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    unsigned tries = 0, is_odd = 0;
    while (!atomic_load(&flag)) {
        is_odd = 0;
        if (++tries % 2 == 1) {
            sched_yield();
            is_odd = 1;
        }
    }
    assert(!is_odd);
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
