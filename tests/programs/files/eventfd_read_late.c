//@ check: assertion line=@assert
// As eventfd_wakes.c, but told to stop it stops at once, though there may be more work by then.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int work, stop[2];

static void *worker(void *arg)
{
    eventfd_write(work, 1);
    write(stop[1], "x", 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    int done = 0;
    work = eventfd(0, 0);
    pipe(stop);
    pthread_create(&thread, NULL, worker, NULL);
    for (;;) {
        struct pollfd all[2] = {{.fd = stop[0], .events = POLLIN}, {.fd = work, .events = POLLIN}};
        poll(all, 2, -1);
        if (all[0].revents & POLLIN)
            break;
        eventfd_t count;
        eventfd_read(work, &count);
        done += (int)count;
    }
    assert(done == 1); /*@assert*/
    pthread_join(thread, NULL);
    return 0;
}
