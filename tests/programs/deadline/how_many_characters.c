//@ check: incomplete limit=clock
// How many characters are printed depends on the time.
#include "waits.h"

static int waits(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_REALTIME, &from);
    clock_gettime(CLOCK_REALTIME, &to);
    return printf("%ld\n", to.tv_nsec - from.tv_nsec) == 2 ? ETIMEDOUT : 0;
}
