//@ check: incomplete limit=clock
// What is printed overflows, now and then.
#include "waits.h"

static int waits(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_REALTIME, &from);
    clock_gettime(CLOCK_REALTIME, &to);
    int seconds = to.tv_sec - from.tv_sec;
    printf("%d\n", seconds * 2000000000);
    return ETIMEDOUT;
}
