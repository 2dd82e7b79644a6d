//@ check --unroll 3: safe output="4 of 4 counted\n"
//@ check --unroll 1: safe
// Only counters end these loops, or they belong to library functions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_int count;

static void *work(void *arg)
{
    count++;
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += i;
    assert(sum == 45);
    char text[20];
    snprintf(text, sizeof text, "%d of 4 counted", (int)count);
    assert(strlen(text) == 14);
    puts(text);
    return 0;
}
