//@ check: incomplete limit=sleeps
// A thread that sleeps and counts, for ever: how far it comes before the program ends is a matter of time.
#include <time.h>
#include "spin.h"

static long ticks;

static void *body(void *arg)
{
    struct timespec d = {0, 1000};
    for (;;) {
        nanosleep(&d, NULL);
        ticks++;
    }
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    return 0;
}
