//@ check --explorer graph: safe
//@ check --explorer graph --model rc11: safe
//@ check --explorer optimal: safe
// Two threads each read from one pipe until they have a byte, without waiting, while two others write to it: who looks does not disturb who looks.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *unused)
{
    char byte = 0;
    while (read(ends[0], &byte, 1) != 1)
        ;
    assert(byte == 'x');
    return unused;
}

static void *writes(void *unused)
{
    (void)!write(ends[1], "x", 1);
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    (void)!pipe2(ends, O_NONBLOCK);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i & 1 ? writes : reads, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
