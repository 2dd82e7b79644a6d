//@ check: safe
//@ check --explorer states: incomplete unsupported="fail or only ask"
// A loop of events: a worker posts work by an eventfd, main waits for that and for a pipe that tells
// it to stop. Then it looks once more for work: poll looks at one descriptor after the other (poll_one_by_one.c).
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int work, stop[2];
static int items;

static void *worker(void *arg)
{
    uint64_t one = 1;
    items = 2;
    assert(write(work, &one, sizeof one) == sizeof one);
    assert(eventfd_write(work, 1) == 0);
    assert(write(stop[1], "x", 1) == 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    uint64_t done = 0;
    int stopped = 0;
    work = eventfd(0, EFD_NONBLOCK);
    assert(work >= 0 && pipe(stop) == 0);
    pthread_create(&thread, NULL, worker, NULL);
    while (!stopped) {
        struct pollfd all[2] = {{.fd = work, .events = POLLIN}, {.fd = stop[0], .events = POLLIN}};
        int ready = poll(all, 2, -1);
        assert(ready >= 1);
        if (all[0].revents & POLLIN) {
            uint64_t count;
            assert(read(work, &count, sizeof count) == sizeof count && count > 0);
            assert(items == 2);
            done += count;
        }
        if (all[1].revents & POLLIN) {
            char byte;
            assert(read(stop[0], &byte, 1) == 1);
            stopped = 1;
        }
    }
    uint64_t rest;
    if (read(work, &rest, sizeof rest) == sizeof rest)
        done += rest;
    assert(done == 2);
    pthread_join(thread, NULL);
    return 0;
}
