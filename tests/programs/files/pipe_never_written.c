//@ check: deadlock thread=1 message="bytes from the pipe of descriptor 3"
// Nobody writes, and the end for writing is open.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *arg)
{
    char byte;
    read(ends[0], &byte, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, reader, NULL);
    pthread_join(thread, NULL);
    return 0;
}
