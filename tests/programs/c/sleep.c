//@ check: safe executions=1
// Sleeping and yielding do nothing.
#include <assert.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct timespec t = {0, 1};
    assert(sched_yield() == 0 && usleep(1) == 0 && sleep(0) == 0 && nanosleep(&t, NULL) == 0);
    return 0;
}
