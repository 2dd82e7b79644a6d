//@ check: safe
// What poll finds room for is written at once, in one piece.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

int main(void)
{
    static char bytes[4096];
    int ends[2];
    pipe2(ends, O_NONBLOCK);
    struct pollfd one = {.fd = ends[1], .events = POLLOUT};
    for (int i = 0; i < 5; i++) {
        if (poll(&one, 1, 0) == 0)
            break;
        assert(write(ends[1], bytes, sizeof bytes) == sizeof bytes);
    }
    assert(one.revents == 0);
    assert(write(ends[1], bytes, 1) == -1);
    assert(read(ends[0], bytes, 100) == 100 && poll(&one, 1, 0) == 0);
    return 0;
}
