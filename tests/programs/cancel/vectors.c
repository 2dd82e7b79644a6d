//@ check: safe
// Who waits in readv can be cancelled.
#include <assert.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *arg)
{
    char byte;
    struct iovec piece = {&byte, 1};
    readv(ends[0], &piece, 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pipe(ends);
    pthread_create(&thread, NULL, reads, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
