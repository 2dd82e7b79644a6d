//@ check: safe
// The other names of what can be asked for; and that the other end writes no more.
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *worker(void *unused)
{
    assert(write(ends[0], "x", 1) == 1);
    shutdown(ends[0], SHUT_WR);
    return unused;
}

int main(void)
{
    pthread_t thread;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, worker, NULL);
    struct pollfd one = {.fd = ends[1], .events = POLLRDNORM};
    assert(poll(&one, 1, -1) == 1 && one.revents == POLLRDNORM);
    one.events = POLLRDHUP;
    assert(poll(&one, 1, -1) == 1 && one.revents == POLLRDHUP);
    one.events = POLLWRNORM;
    assert(poll(&one, 1, -1) == 1 && one.revents == POLLWRNORM);
    pthread_join(thread, NULL);
    return 0;
}
