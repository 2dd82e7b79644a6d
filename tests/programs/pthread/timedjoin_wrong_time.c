//@ cflags: -D_GNU_SOURCE
//@ check: assertion line=@refused
// Nanoseconds out of range: where it would have to wait.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) {
    return arg;
}

int main(void) {
    pthread_t thread;
    struct timespec until = {1, 1000000000};
    pthread_create(&thread, NULL, work, NULL);
    assert(pthread_timedjoin_np(thread, NULL, &until) != EINVAL); /*@refused*/
    return 0;
}
