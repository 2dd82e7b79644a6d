//@ check: safe
// As poll: select waits for one of two pipes. Sleeping by it is nothing.
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int work[2], stop[2];

static void *worker(void *arg)
{
    struct timeval while_ = {0, 1000};
    select(0, NULL, NULL, NULL, &while_);
    assert(write(work[1], "w", 1) == 1);
    close(stop[1]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int done = 0, stopped = 0;
    char byte;
    pipe(work);
    pipe(stop);
    pthread_create(&thread, NULL, worker, NULL);
    while (!stopped || !done) {
        fd_set reads;
        FD_ZERO(&reads);
        if (!done)
            FD_SET(work[0], &reads);
        if (!stopped)
            FD_SET(stop[0], &reads);
        int ready = select(stop[0] + 1, &reads, NULL, NULL, NULL);
        assert(ready == FD_ISSET(work[0], &reads) + FD_ISSET(stop[0], &reads) && ready > 0);
        if (FD_ISSET(work[0], &reads)) {
            assert(read(work[0], &byte, 1) == 1 && byte == 'w');
            done = 1;
        }
        if (FD_ISSET(stop[0], &reads)) {
            assert(read(stop[0], &byte, 1) == 0);
            stopped = 1;
        }
    }
    pthread_join(thread, NULL);
    return 0;
}
