//@ check: incomplete limit=clock
// As carries_wrong.c, by a remainder.
#include "waits.h"

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    long nanoseconds = until.tv_nsec + 500000000;
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000001;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
