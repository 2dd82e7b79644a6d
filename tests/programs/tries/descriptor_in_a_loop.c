//@ check: safe
//@ check --model rc11: safe
//@ check --explorer optimal: safe
//@ check --explorer states: incomplete unsupported="fail or only ask"
// A thread asks until something has come, without waiting and with a time limit; what comes at last orders.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int data[2];
static int ends[2];

static void *asks(void *unused)
{
    char byte;
    while (poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, 100) == 0)
        ;
    assert(data[0] == 1 && read(ends[0], &byte, 1) == 1);
    while (read(ends[0], &byte, 1) != 1)
        ;
    assert(data[1] == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    (void)!pipe2(ends, O_NONBLOCK);
    pthread_create(&thread, NULL, asks, NULL);
    for (int i = 0; i < 2; i++) {
        data[i] = 1;
        (void)!write(ends[1], "x", 1);
    }
    pthread_join(thread, NULL);
    return 0;
}
