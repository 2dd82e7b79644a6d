//@ check: incomplete limit=clock
// What is printed is computed on one way of a branch only, and may go wrong there.
#include "waits.h"

static int big = 0x7fffffff;

static int waits(void) {
    int local = big;
    struct timespec from, to;
    clock_gettime(CLOCK_REALTIME, &from);
    clock_gettime(CLOCK_REALTIME, &to);
    printf("%d\n", to.tv_nsec != from.tv_nsec ? local + 1 : 1);
    return ETIMEDOUT;
}
