//@ check --explorer graph: safe
//@ check --explorer graph --model rc11: safe
//@ check --explorer optimal: safe
// The usual loop of select: the sets are made anew in each round, and what is not ready is taken out. Two pipes, of which each becomes ready once.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int data[2];
static int ends[2][2];

static void *writes(void *which)
{
    int i = *(int *)which;
    data[i] = 1;
    (void)!write(ends[i][1], "x", 1);
    return which;
}

int main(void)
{
    static int numbers[2] = {0, 1};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        (void)!pipe2(ends[i], O_NONBLOCK);
        pthread_create(&threads[i], NULL, writes, &numbers[i]);
    }
    for (int left = 2; left > 0;) {
        fd_set set;
        struct timeval limit = {.tv_sec = 1};
        FD_ZERO(&set);
        for (int i = 0; i < 2; i++)
            FD_SET(ends[i][0], &set);
        if (select(16, &set, NULL, NULL, &limit) <= 0)
            continue;
        for (int i = 0; i < 2; i++) {
            char byte;
            if (!FD_ISSET(ends[i][0], &set) || read(ends[i][0], &byte, 1) != 1)
                continue;
            assert(data[i] == 1);
            left--;
        }
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
