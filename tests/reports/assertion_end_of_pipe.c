// A byte is expected where another thread has closed the pipe.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *unused)
{
    char byte;
    long count = read(ends[0], &byte, 1);
    assert(count == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, reader, NULL);
    close(ends[1]);
    pthread_join(thread, NULL);
    return 0;
}
