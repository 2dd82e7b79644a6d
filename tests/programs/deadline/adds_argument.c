//@ cflags: -O2 -fno-inline
//@ check: incomplete limit=clock
// As never_carries.c, in a function that is given the nanoseconds.
#include "waits.h"

static int waits_until(long seconds, long nanoseconds) {
    struct timespec until = {seconds, nanoseconds};
    return pthread_cond_timedwait(&cond, &mutex, &until);
}

static int waits(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return waits_until(now.tv_sec, now.tv_nsec + 500000000);
}
