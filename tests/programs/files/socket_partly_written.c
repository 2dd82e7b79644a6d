//@ check: safe
// Who has sent a part before the other end was closed gets no SIGPIPE.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static char much[1 << 20];

static void *reads(void *unused)
{
    char byte;
    (void)!read(ends[1], &byte, 1);
    close(ends[1]);
    return unused;
}

int main(void)
{
    pthread_t thread;
    (void)!socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, NULL, reads, NULL);
    assert(write(ends[0], much, sizeof much) > 0);
    pthread_join(thread, NULL);
    return 0;
}
