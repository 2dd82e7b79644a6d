//@ check: incomplete limit=clock
// Half of the time the nanoseconds are a second or more, and the wait is refused (EINVAL): each thread spins then.
#include "waits.h"

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 500000000;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
