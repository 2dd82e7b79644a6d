//@ check: assertion
// A correct program, in which time passes while it sleeps. That the clock stands still is told.
#include <assert.h>
#include <time.h>
#include <unistd.h>
int main(void)
{
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    usleep(20000);
    clock_gettime(CLOCK_MONOTONIC, &b);
    long ms = (b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000;
    assert(ms >= 20);
    return 0;
}
