//@ check: safe
// From microseconds, carried in a variable of its own.
#include "waits.h"

#ifndef LIMIT
#define LIMIT 1000000
#endif

static int waits(void) {
    struct timeval now;
    gettimeofday(&now, NULL);
    struct timespec until;
    long microseconds = now.tv_usec + 500000;
    until.tv_sec = now.tv_sec;
    if (microseconds >= LIMIT) {
        microseconds -= 1000000;
        until.tv_sec++;
    }
    until.tv_nsec = microseconds * 1000;
    return pthread_cond_timedwait(&cond, &mutex, &until);
}
