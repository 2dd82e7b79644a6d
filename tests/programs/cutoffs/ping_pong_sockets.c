//@ check --explorer prefix: safe
//@ check --explorer states: safe
// For ever, there and back. What was read makes no difference any more.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *adds(void *arg)
{
    int number;
    while (read(ends[1], &number, sizeof number) == sizeof number) {
        number++;
        write(ends[1], &number, sizeof number);
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, adds, NULL);
    for (;;) {
        int number = 1;
        write(ends[0], &number, sizeof number);
        read(ends[0], &number, sizeof number);
        assert(number == 2);
    }
}
