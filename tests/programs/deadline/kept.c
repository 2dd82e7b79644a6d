//@ check: incomplete limit=clock
// Others may look at the deadline.
#include "waits.h"

static struct timespec until;

static int waits(void) {
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
