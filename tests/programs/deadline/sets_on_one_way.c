//@ check: incomplete limit=clock
// Which way a branch on the time goes matters, by a variable that is set on one of them.
#include "waits.h"

static int waits(void) {
    int is_late = 0;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    if (until.tv_sec > 1800000000)
        is_late = 1;
    until.tv_sec += 1;
    int result = pthread_cond_timedwait(&cond, &mutex, &until);
    return is_late ? ETIMEDOUT : result;
}
