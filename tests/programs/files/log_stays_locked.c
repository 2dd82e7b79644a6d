//@ check: deadlock line=@waits
// A thread ends with the lock of a stream of which nobody reads the file: who writes there waits for ever.
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *locks(void *arg)
{
    flockfile(out);
    return arg;
}

int main(void)
{
    pthread_t a;
    out = fopen("/tmp/log", "w");
    pthread_create(&a, NULL, locks, NULL);
    pthread_join(a, NULL);
    fputs("x", out); /*@waits*/
    return 0;
}
