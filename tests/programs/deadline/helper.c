//@ check: safe
// A function computes the deadline, and carries.
#include "waits.h"

static void after(struct timespec *until, long milliseconds) {
    clock_gettime(CLOCK_REALTIME, until);
    until->tv_sec += milliseconds / 1000;
    until->tv_nsec += milliseconds % 1000 * 1000000;
    if (until->tv_nsec >= 1000000000) {
        until->tv_sec++;
        until->tv_nsec -= 1000000000;
    }
}

static int waits(void) {
    struct timespec until;
    after(&until, 1500);
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
