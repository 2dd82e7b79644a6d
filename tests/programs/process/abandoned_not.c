//@ check: safe note=none blocked=0
//@ check --abandoned fault: safe note=none blocked=0
//@ check --model rc11 --abandoned fault: safe note=none
//@ check --explorer source --abandoned fault: safe note=none
//@ check --explorer optimal --abandoned fault: safe note=none
//@ check --explorer rvf --abandoned fault: safe note=none
//@ check --explorer unfolding --abandoned fault: safe note=none
// Nobody is left behind who waits for ever: the worker is detached, and goes on by itself, whether main has returned or not. The
// waits of main end in the other executions.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun;

static void *work(void *arg)
{
    atomic_store(&begun, 1);
    atomic_store(&begun, 2);
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_detach(worker);
    while (!atomic_load(&begun))
        ;
    return 0;
}
