//@ check: assertion line=@written
// The end to read may be closed before something is written.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *arg)
{
    close(ends[0]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    signal(SIGPIPE, SIG_IGN);
    pipe(ends);
    pthread_create(&thread, NULL, reader, NULL);
    ssize_t n = write(ends[1], "a", 1);
    assert(n == 1 || errno == EPIPE);
    assert(n == 1); /*@written*/
    pthread_join(thread, NULL);
    return 0;
}
