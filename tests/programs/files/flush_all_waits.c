//@ check: deadlock
// Who flushes all streams waits for one that is locked by hand; meanwhile nobody opens one, as with glibc.
#include <pthread.h>
#include <stdio.h>

static void *flushes(void *arg)
{
    fflush(NULL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    flockfile(stdin);
    pthread_create(&thread, NULL, flushes, NULL);
    FILE *out = fopen("/tmp/log", "w");
    fclose(out);
    funlockfile(stdin);
    pthread_join(thread, NULL);
    return 0;
}
