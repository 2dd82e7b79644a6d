//@ check: incomplete limit=clock
// How much time was used is a reading of the clock, which stands still: what happens when it passes was not explored.
#include <sys/resource.h>
#include <sys/times.h>

int main(void) {
    struct rusage first, second;
    struct tms now;
    getrusage(RUSAGE_SELF, &first);
    getrusage(RUSAGE_SELF, &second);
    return first.ru_utime.tv_usec != second.ru_utime.tv_usec || times(&now) < 0;
}
