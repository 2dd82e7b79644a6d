//@ cflags: -D_GNU_SOURCE
//@ check: safe executions=3 note=none
//@ check --model rc11: safe
// Each may time out or not; if the first does not, the second is not called: three executions.
// A time that is none is refused where it would be waited for.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static int done;

static void *work(void *arg) {
    done = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    struct timespec until;
    pthread_create(&thread, NULL, work, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    assert(pthread_timedjoin_np(pthread_self(), NULL, &until) == EDEADLK);
    int error = pthread_timedjoin_np(thread, NULL, &until);
    assert(error == 0 || error == ETIMEDOUT);
    if (error)
        error = pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &until);
    if (error)
        error = pthread_join(thread, NULL);
    assert(error == 0 && done == 1);
    return 0;
}
