//@ check: safe output="one\ntwo\nthree\n"
// Duplicates of standard streams, and what they are.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat status;
    int copy = dup(STDOUT_FILENO), other = fcntl(2, F_DUPFD, 10), count;
    assert(copy == 3 && other == 10);
    write(copy, "one\n", 4);
    dprintf(other, "two\n");
    FILE *stream = fdopen(copy, "w");
    assert(stream && fileno(stream) == 3 && fprintf(stream, "three\n") == 6 && fclose(stream) == 0);
    assert(write(copy, "no", 2) == -1 && errno == EBADF);
    assert(fstat(0, &status) == 0 && fstat(1, &status) == 0 && status.st_nlink == 1 && fstat(-1, &status) == -1);
    assert(lseek(1, 0, SEEK_CUR) == -1 && errno == ESPIPE && read(1, &status, 1) == -1 && errno == EBADF);
    assert(ioctl(1, TIOCGWINSZ, &status) == -1 && errno == ENOTTY);
    assert((fcntl(1, F_GETFL) & O_ACCMODE) == O_WRONLY && fcntl(0, F_GETFD) == 0);
    struct pollfd polled[2] = {{1, POLLOUT, 0}, {other, POLLOUT, 0}};
    assert(poll(polled, 2, 0) == 2);
    int ends[2];
    assert(pipe(ends) == 0 && fstat(ends[0], &status) == 0 && S_ISFIFO(status.st_mode) && status.st_size == 0);
    assert(write(ends[1], "abc", 3) == 3 && ioctl(ends[0], FIONREAD, &count) == 0 && count == 3);
    int on = 1;
    assert(ioctl(ends[1], FIONBIO, &on) == 0 && (fcntl(ends[1], F_GETFL) & O_NONBLOCK));
    assert(!isatty(ends[0]) && errno == ENOTTY && !isatty(99) && errno == EBADF);
    return 0;
}
