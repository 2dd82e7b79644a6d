// That the pipe is empty tells main that the worker has taken the byte, and so that it has written `ready`; but a read that fails orders nothing.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ready, ends[2];

static void *worker(void *unused)
{
    char byte;
    ready = 1;
    return read(ends[0], &byte, 1) == 1 ? unused : NULL;
}

int main(void)
{
    pthread_t thread;
    char byte;
    if (pipe2(ends, O_NONBLOCK) || write(ends[1], "x", 1) != 1)
        return 1;
    pthread_create(&thread, NULL, worker, NULL);
    int seen = read(ends[0], &byte, 1) == 1 || ready;
    pthread_join(thread, NULL);
    return !seen;
}
