//@ check: safe
// How long it has taken is only printed.
#include "waits.h"

static int waits(void) {
    struct timespec begin, end, until = {2000000000, 0};
    clock_gettime(CLOCK_MONOTONIC, &begin);
    int result = pthread_cond_timedwait(&cond, &mutex, &until);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double took = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    printf("%f\n", took);
    return result;
}
