//@ check: safe
//@ check --model rc11: safe
//@ check --explorer source: safe
//@ check --explorer optimal: safe
//@ check --explorer unfolding: safe
//@ check --explorer rvf: safe
// Only the worker ends the program: main waits for it for ever, and its return is never reached.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg)
{
    (void)arg;
    exit(0);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 1;
}
