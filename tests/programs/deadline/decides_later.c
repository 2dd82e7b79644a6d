//@ check: incomplete limit=clock
// A function gives back what it has compared.
#include "waits.h"

static int is_late(const struct timespec *until) {
    return until->tv_sec > 1800000000;
}

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    if (is_late(&until))
        return ETIMEDOUT;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
