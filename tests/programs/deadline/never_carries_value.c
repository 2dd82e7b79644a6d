//@ cflags: -O2 -fno-inline
//@ check: incomplete limit=clock
// As never_carries.c, in a function that gives the deadline back.
#include "waits.h"

static struct timespec after(long nanoseconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += nanoseconds;
    return until;
}

static int waits(void) {
    struct timespec until = after(500000000);
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
