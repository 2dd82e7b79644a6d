//@ check: safe note=none
// Threads that are numbered by their arguments, differences, a mark in the lowest bit: nothing that a hash would be.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int counts[4];

static void *count(void *arg)
{
    int number = (int)(long)arg, first = (long)arg * 2;
    counts[number] = first + (int)(intptr_t)arg;
    int *marked = (int *)((uintptr_t)&counts[number] | 1);
    assert((int *)((uintptr_t)marked & ~(uintptr_t)1) - counts == number);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, count, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(counts[1] == 3);
    return 0;
}
