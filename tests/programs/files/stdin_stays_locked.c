//@ check: deadlock line=@waits
// A thread ends with the lock of standard input: who reads there waits for ever.
#include <pthread.h>
#include <stdio.h>

static void *locks(void *arg)
{
    flockfile(stdin);
    return arg;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, locks, NULL);
    pthread_join(a, NULL);
    getchar(); /*@waits*/
    return 0;
}
