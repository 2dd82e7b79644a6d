//@ check: incomplete limit=clock
// The time decides what is done, not only until when to wait.
#include "waits.h"

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    if (until.tv_sec > 1800000000)
        decided = 1;
    until.tv_sec += 1;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
