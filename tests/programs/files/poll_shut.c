//@ check: safe
// Another thread shuts a socket down: if poll finds that the end can be read, it can be.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *worker(void *unused)
{
    shutdown(ends[0], SHUT_WR);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char byte;
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
    pthread_create(&thread, NULL, worker, NULL);
    struct pollfd one = {.fd = ends[1], .events = POLLIN};
    if (poll(&one, 1, 0) == 1)
        assert(read(ends[1], &byte, 1) == 0);
    pthread_join(thread, NULL);
    return 0;
}
