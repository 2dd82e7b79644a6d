//@ check --max-steps 10000: incomplete limit=max-steps
// The loop has no end, now and then.
#include "waits.h"

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 500000000;
    while (until.tv_nsec >= 1000000000)
        until.tv_sec++;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
