//@ check: assertion
// A second and a half is more than can be carried once: half of the time the wait is refused.
#include "waits.h"
#include <assert.h>

static int waits(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1500000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    int result = pthread_cond_timedwait(&cond, &mutex, &until);
    assert(result != EINVAL);
    return result;
}
