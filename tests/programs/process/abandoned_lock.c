//@ check: safe note=abandoned
//@ check --abandoned fault: abandoned line=@lock thread=1
//@ check --abandoned fault --keep-going: abandoned faults=1
//@ check --explorer optimal: safe note=abandoned
//@ check --explorer unfolding: safe note=abandoned
//@ check --explorer vc: safe note=abandoned
//@ check --explorer dc: safe note=abandoned
//@ check --explorer vc --abandoned fault: abandoned line=@lock thread=1
//@ check --explorer dc --abandoned fault: abandoned line=@lock thread=1
//@ check --explorer rvf --abandoned fault: abandoned line=@lock thread=1
// main returns with the lock. The thread gets it first, or waits for it for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex); /*@lock*/
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    return 0;
}
