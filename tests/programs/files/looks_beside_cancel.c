//@ check: safe
//@ check --explorer states: incomplete unsupported="fail or only ask"
// Where a thread may be cancelled, too, two threads that look at once both find what is there.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *unused)
{
    char byte;
    assert(read(ends[0], &byte, 1) == 1);
    return unused;
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread, other;
    int count;
    (void)!pipe2(ends, O_NONBLOCK);
    (void)!write(ends[1], "abc", 3);
    pthread_create(&thread, NULL, reads, NULL);
    pthread_create(&other, NULL, nothing, NULL);
    assert(ioctl(ends[0], FIONREAD, &count) == 0 && (count == 3 || count == 2));
    reads(NULL);
    pthread_cancel(other);
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    return 0;
}
