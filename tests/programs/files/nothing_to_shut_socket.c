//@ check: safe
// To send nothing fails where nobody reads; to write it to a pipe does not. An eventfd takes each piece for itself.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
    int ends[2], pipes[2];
    uint64_t one = 1, two = 2, sum;
    signal(SIGPIPE, SIG_IGN);
    (void)!socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    assert(send(ends[0], "", 0, 0) == 0);
    shutdown(ends[0], SHUT_WR);
    assert(write(ends[0], "", 0) == -1 && errno == EPIPE);
    close(ends[0]);
    assert(send(ends[1], "", 0, 0) == -1 && errno == EPIPE);
    (void)!pipe(pipes);
    close(pipes[0]);
    assert(write(pipes[1], "", 0) == 0);

    int event = eventfd(0, 0);
    struct iovec pieces[] = {{&one, sizeof one}, {&two, sizeof two}};
    assert(writev(event, pieces, 2) == 16);
    assert(read(event, &sum, sizeof sum) == sizeof sum && sum == 3);
    return 0;
}
