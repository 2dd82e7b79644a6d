//@ check: safe executions=1
// What goes wrong says so: no descriptor, the wrong end, nothing there, too much, nobody to read.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int caught;

static void on_pipe(int number)
{
    caught = number;
}

int main(void)
{
    int ends[2], more[2];
    char bytes[9000] = {0};
    uint64_t number = UINT64_MAX;
    assert(read(3, bytes, 1) == -1 && errno == EBADF);
    assert(close(17) == -1 && errno == EBADF);
    assert(pipe2(ends, O_NONBLOCK) == 0);
    assert(read(ends[1], bytes, 1) == -1 && errno == EBADF);
    assert(write(ends[0], bytes, 1) == -1 && errno == EBADF);
    assert(read(ends[0], bytes, 1) == -1 && errno == EAGAIN);
    assert(write(ends[1], bytes, 8192) == 8192);
    assert(fcntl(ends[1], F_GETFL) & O_NONBLOCK);
    assert(read(ends[0], bytes, 9000) == 8192);

    struct pollfd one = {.fd = ends[0], .events = POLLIN | POLLOUT};
    assert(poll(&one, 1, 0) == 0 && one.revents == 0);
    assert(close(ends[1]) == 0);
    assert(poll(&one, 1, -1) == 1 && one.revents == POLLHUP);
    assert(read(ends[0], bytes, 1) == 0);
    assert(close(ends[0]) == 0);
    assert(poll(&one, 1, -1) == 1 && one.revents == POLLNVAL);

    /* The lowest descriptors come again. */
    assert(pipe(more) == 0 && more[0] == 3 && more[1] == 4);
    close(more[0]);
    signal(SIGPIPE, SIG_IGN);
    assert(write(more[1], "x", 1) == -1 && errno == EPIPE);
    signal(SIGPIPE, on_pipe);
    assert(write(more[1], "x", 1) == -1 && errno == EPIPE && caught == SIGPIPE);
    close(more[1]);

    int event = eventfd(2, EFD_NONBLOCK | EFD_SEMAPHORE);
    assert(event == 3);
    assert(write(event, &number, 8) == -1 && errno == EINVAL);
    assert(write(event, &number, 4) == -1 && errno == EINVAL);
    assert(read(event, &number, 8) == 8 && number == 1);
    assert(read(event, &number, 8) == 8 && number == 1);
    assert(read(event, &number, 8) == -1 && errno == EAGAIN);
    number = UINT64_MAX - 1;
    assert(write(event, &number, 8) == 8);
    number = 1;
    assert(write(event, &number, 8) == -1 && errno == EAGAIN);
    return 0;
}
