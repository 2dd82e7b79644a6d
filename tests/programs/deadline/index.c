//@ check: incomplete limit=clock
// The time as an index.
#include "waits.h"

static int waits(void) {
    static const char table[2] = {0, 1};
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    decided = table[until.tv_sec & 1];
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
