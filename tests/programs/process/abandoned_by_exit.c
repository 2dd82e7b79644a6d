//@ check: safe note=none executions=1 blocked=0
//@ check --abandoned fault: safe note=none executions=1
//@ check --explorer optimal --abandoned fault: safe note=none
//@ check --explorer unfolding --abandoned fault: safe note=none
// A thread that calls exit means to end the others: main, which waits for it, and the one that main waits for as well.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *wait_for_ever(void *arg)
{
    sem_wait(&never);
    return arg;
}

static void *end(void *arg)
{
    (void)arg;
    exit(0);
}

int main(void)
{
    pthread_t a, b;
    sem_init(&never, 0, 0);
    pthread_create(&a, NULL, wait_for_ever, NULL);
    pthread_create(&b, NULL, end, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
