//@ check: safe
// A function that gives its own deadline on to itself, and one that keeps it in a variable that is set to itself.
#include "waits.h"

static int waits_again(struct timespec *until, int times) {
    clock_gettime(CLOCK_REALTIME, until);
    until->tv_sec += 1;
    int result = pthread_cond_timedwait(&cond, &mutex, until);
    return result == ETIMEDOUT && times > 0 ? waits_again(until, times - 1) : result;
}

static int never(int is_called) {
    struct timespec *until = until;
    if (is_called)
        clock_gettime(CLOCK_REALTIME, until);
    return 0;
}

static int waits(void) {
    struct timespec until;
    never(0);
    return waits_again(&until, 1);
}
