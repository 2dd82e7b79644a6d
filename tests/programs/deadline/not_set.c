//@ check: incomplete limit=clock
// As goes_wrong_on_one_way.c: a local that nothing was stored to.
#include "waits.h"

static int waits(void) {
    int local;
    struct timespec from, to;
    clock_gettime(CLOCK_REALTIME, &from);
    clock_gettime(CLOCK_REALTIME, &to);
    printf("%d\n", to.tv_nsec != from.tv_nsec ? local : 1);
    return ETIMEDOUT;
}
