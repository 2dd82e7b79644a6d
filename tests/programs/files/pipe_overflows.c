//@ check: safe named-only
// More than fits in is written while another thread reads: the writer waits for room, more than once.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char out[20000];

static void *writer(void *arg)
{
    assert(write(ends[1], out, sizeof out) == sizeof out);
    close(ends[1]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    static char in[7000];
    size_t all = 0;
    ssize_t n;
    out[sizeof out - 1] = 1;
    pipe(ends);
    pthread_create(&thread, NULL, writer, NULL);
    while ((n = read(ends[0], in, sizeof in)) > 0)
        all += (size_t)n;
    assert(all == sizeof out);
    pthread_join(thread, NULL);
    return 0;
}
