//@ check: incomplete limit=clock
//@ check --explorer naive: incomplete limit=clock
// The clock never goes back. It stands still, though, so that what is looked at is not everything.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec a, b;
    assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0);
    assert(clock_gettime(CLOCK_MONOTONIC, &b) == 0);
    assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
    time_t t = time(NULL);
    assert(time(&t) == t);
    return 0;
}
