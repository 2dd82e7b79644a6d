//@ check: data-race line=@one|@two other=@one|@two
// That there is nothing to read orders nothing.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int ends[2], data;

static void *reads(void *unused)
{
    char byte;
    /*@one*/ data = 1;
    (void)!read(ends[0], &byte, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int count;
    (void)!pipe2(ends, O_NONBLOCK);
    (void)!write(ends[1], "a", 1);
    pthread_create(&thread, NULL, reads, NULL);
    if (ioctl(ends[0], FIONREAD, &count) == 0 && count == 0)
        /*@two*/ data = 2;
    pthread_join(thread, NULL);
    return 0;
}
