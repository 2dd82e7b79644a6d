//@ check: incomplete limit=clock
// The carry is done in a variable of its own. A zero is missing, so that most nanoseconds become negative.
#include "waits.h"

#ifndef LIMIT
#define LIMIT 100000000
#endif

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    long nanoseconds = until.tv_nsec + 500000000;
    if (nanoseconds >= LIMIT) {
        nanoseconds -= 1000000000;
        until.tv_sec++;
    }
    until.tv_nsec = nanoseconds;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
