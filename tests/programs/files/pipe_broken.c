//@ check: exit-status message="killed by SIGPIPE"
// Who writes where nobody can read any more is killed by SIGPIPE.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *arg)
{
    char byte;
    read(ends[0], &byte, 1);
    close(ends[0]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, reader, NULL);
    write(ends[1], "a", 1);
    write(ends[1], "b", 1);
    pthread_join(thread, NULL);
    return 0;
}
