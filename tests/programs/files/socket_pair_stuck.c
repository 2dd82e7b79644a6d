//@ check: deadlock
// Both wait for the other one to ask.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *one(void *end)
{
    char byte;
    read(*(int *)end, &byte, 1);
    write(*(int *)end, &byte, 1);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, one, &ends[0]);
    one(&ends[1]);
    pthread_join(thread, NULL);
    return 0;
}
