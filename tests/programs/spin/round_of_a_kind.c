//@ check: assertion line=@assert
//@ check --explorer optimal: assertion line=@assert
//@ check --explorer prefix: assertion line=@assert
//@ check --explorer states: assertion line=@assert
// What goes wrong goes wrong in round 34 at the soonest: the remainder is asked for above 30 only.
#include "spin.h"

static atomic_int ready, stop;

static void *body(void *arg)
{
    int rounds = 3;
    while (!ready) {
        rounds++;
        if (rounds >= 30 && rounds % 7 == 6)
            assert(!stop); /*@assert*/
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    stop = 1;
    ready = 1;
    pthread_join(other, NULL);
    return 0;
}
