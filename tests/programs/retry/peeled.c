//@ check: safe executions=1
//@ check --explorer optimal: safe executions=1
// The first read is the loop's own: the thread waits for 0, and what it reads until then is not told
// apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x = 100;

static void *reader(void *arg)
{
    int a = x;
    while (a)
        a = x;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, reader, NULL);
    for (int i = 11; i--;)
        x = i;
    pthread_join(other, NULL);
    return 0;
}
