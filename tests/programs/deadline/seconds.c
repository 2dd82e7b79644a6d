//@ check: safe
// The time only says until when to wait.
#include "waits.h"

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
