//@ check: safe executions=1
// F_GETFD: what each call says of its descriptor.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static int closes(int descriptor)
{
    return fcntl(descriptor, F_GETFD);
}

int main(void)
{
    int ends[2], file = open("/tmp/file", O_RDWR | O_CREAT, 0600);
    assert(closes(file) == 0);
    assert(closes(open("/tmp/file", O_RDONLY | O_CLOEXEC)) == FD_CLOEXEC);
    assert(closes(fileno(fopen("/tmp/file", "r"))) == 0 && closes(fileno(fopen("/tmp/file", "re"))) == FD_CLOEXEC);
    assert(fcntl(file, F_SETFD, FD_CLOEXEC) == 0 && closes(file) == FD_CLOEXEC);
    int copy = dup(file), kept = fcntl(file, F_DUPFD, 20), closed = fcntl(file, F_DUPFD_CLOEXEC, 20);
    assert(closes(copy) == 0 && closes(kept) == 0 && closes(closed) == FD_CLOEXEC);
    assert(dup2(file, closed) == closed && closes(closed) == 0);
    assert(dup3(file, kept, O_CLOEXEC) == kept && closes(kept) == FD_CLOEXEC);
    assert(fcntl(file, F_SETFD, 0) == 0 && closes(file) == 0 && closes(kept) == FD_CLOEXEC);
    pipe2(ends, O_CLOEXEC);
    assert(closes(ends[0]) == FD_CLOEXEC && closes(ends[1]) == FD_CLOEXEC);
    pipe(ends);
    assert(closes(ends[0]) == 0 && closes(ends[1]) == 0);
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    assert(closes(ends[0]) == FD_CLOEXEC && closes(eventfd(0, 0)) == 0 && closes(eventfd(0, EFD_CLOEXEC)) == FD_CLOEXEC);
    assert(closes(60) == -1);
    return 0;
}
