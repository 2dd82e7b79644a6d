//@ check: safe
// A function gives the deadline back, from the time of day.
#include "waits.h"

static struct timespec after(long milliseconds) {
    struct timeval now;
    gettimeofday(&now, NULL);
    long microseconds = now.tv_usec + milliseconds * 1000;
    struct timespec until = {now.tv_sec + microseconds / 1000000, microseconds % 1000000 * 1000};
    return until;
}

static int waits(void) {
    struct timespec until = after(1500);
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
