//@ check: data-race
// Two threads read standard input without its lock.
#include <pthread.h>
#include <stdio.h>

static void *reads(void *arg)
{
    getchar_unlocked();
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, reads, NULL);
    getchar();
    pthread_join(a, NULL);
    return 0;
}
