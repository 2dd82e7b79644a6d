//@ check: safe executions=1
// What can be read and written now; and what is no descriptor.
#include <assert.h>
#include <errno.h>
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    fd_set reads, writes;
    struct timeval none = {0, 0}, negative = {-1, 0};
    struct timespec no_time = {0, 0};
    pipe(ends);
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_SET(ends[0], &reads);
    FD_SET(ends[1], &writes);
    assert(select(ends[1] + 1, &reads, &writes, NULL, &none) == 1);
    assert(!FD_ISSET(ends[0], &reads) && FD_ISSET(ends[1], &writes));
    write(ends[1], "x", 1);
    FD_SET(ends[0], &reads);
    assert(pselect(ends[1] + 1, &reads, &writes, NULL, &no_time, NULL) == 2);
    assert(select(-1, NULL, NULL, NULL, &none) == -1 && errno == EINVAL);
    assert(select(1, NULL, NULL, NULL, &negative) == -1 && errno == EINVAL);
    close(ends[0]);
    assert(select(ends[1] + 1, &reads, NULL, NULL, &none) == -1 && errno == EBADF);
    return 0;
}
