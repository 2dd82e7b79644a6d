//@ check: safe
// A question and its answer by a pair of sockets.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *answers(void *arg)
{
    char byte;
    assert(recv(ends[1], &byte, 1, 0) == 1);
    byte++;
    assert(send(ends[1], &byte, 1, MSG_NOSIGNAL) == 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char byte = 'a';
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    assert(recv(ends[0], &byte, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    pthread_create(&thread, NULL, answers, NULL);
    assert(write(ends[0], &byte, 1) == 1 && read(ends[0], &byte, 1) == 1 && byte == 'b');
    pthread_join(thread, NULL);

    assert(write(ends[1], "xy", 2) == 2 && shutdown(ends[1], SHUT_WR) == 0);
    assert(send(ends[1], "z", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(read(ends[0], &byte, 1) == 1 && read(ends[0], &byte, 1) == 1 && byte == 'y');
    assert(read(ends[0], &byte, 1) == 0);
    assert(write(ends[0], "back", 4) == 4 && close(ends[1]) == 0);
    assert(send(ends[0], "z", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(send(0 + 1 + 4, "z", 1, 0) == -1 && errno == EBADF);
    return 0;
}
