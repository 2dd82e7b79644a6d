//@ check: incomplete limit=clock
// What an unknown function does with the deadline is not known; here it looks at it.
#include "waits.h"

static int looks(const struct timespec *until) {
    return until->tv_sec & 1;
}

static int (*ask)(const struct timespec *) = looks;

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    decided = ask(&until);
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
