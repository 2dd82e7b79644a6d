// Two threads ask again and again for a byte each; one byte is written.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *unused)
{
    char byte;
    while (read(ends[0], &byte, 1) != 1)
        ;
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    if (pipe2(ends, O_NONBLOCK))
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, reader, NULL);
    (void)!write(ends[1], "x", 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
