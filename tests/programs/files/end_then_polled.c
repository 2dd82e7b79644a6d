//@ check: safe
//@ check --explorer states: incomplete unsupported="fail or only ask"
// Who has found the end of a pipe or socket finds it again by poll; who has read a part of what was written finds the rest, also without waiting.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int pipes[2], sockets[2], ready[2];

static void *ends(void *unused)
{
    (void)!write(pipes[1], "ab", 2);
    close(pipes[1]);
    shutdown(sockets[1], SHUT_RDWR);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char byte;
    (void)!pipe2(pipes, O_NONBLOCK);
    (void)!pipe(ready);
    (void)!write(ready[1], "x", 1);
    (void)!socketpair(AF_UNIX, SOCK_STREAM, 0, sockets);
    pthread_create(&thread, NULL, ends, NULL);
    if (read(pipes[0], &byte, 1) == 1) {
        struct pollfd both[2] = {{pipes[0], POLLIN, 0}, {ready[0], POLLIN, 0}};
        assert(poll(both, 2, -1) == 2 && both[0].revents & POLLIN);
        (void)!read(pipes[0], &byte, 1);
        if (read(pipes[0], &byte, 1) == 0)
            assert(poll(both, 2, 0) == 2 && both[0].revents == POLLHUP);
    }
    if (recv(sockets[0], &byte, 1, MSG_DONTWAIT) == 0) {
        struct pollfd one = {sockets[0], POLLIN, 0};
        assert(poll(&one, 1, 0) == 1 && one.revents == (POLLIN | POLLHUP));
    }
    pthread_join(thread, NULL);
    return 0;
}
