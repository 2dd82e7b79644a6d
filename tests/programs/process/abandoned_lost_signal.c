//@ check: safe note=abandoned executions=1 blocked=1
//@ check --abandoned ignore: safe note=spurious executions=1 blocked=1
//@ check --abandoned fault: abandoned line=@wait thread=1 message="still waits when `main` ends"
//@ check --model tso: safe note=abandoned executions=1 blocked=1
//@ check --model pso: safe note=abandoned executions=1 blocked=1
//@ check --model ra: safe note=abandoned executions=1 blocked=1
//@ check --model rc11: safe note=abandoned executions=1 blocked=1
//@ check --races explore: safe note=abandoned
//@ check --model rc11 --abandoned fault: abandoned line=@wait thread=1
//@ check --explorer source: safe note=abandoned
//@ check --explorer optimal: safe note=abandoned
//@ check --explorer observers: safe note=abandoned
//@ check --explorer rf: safe note=abandoned
//@ check --explorer rvf: safe note=abandoned
//@ check --explorer unfolding: safe note=abandoned
//@ check --explorer source --abandoned fault: abandoned line=@wait thread=1
//@ check --explorer optimal --abandoned fault: abandoned line=@wait thread=1
//@ check --explorer observers --abandoned fault: abandoned line=@wait thread=1
//@ check --explorer rf --abandoned fault: abandoned line=@wait thread=1
//@ check --explorer rvf --abandoned fault: abandoned line=@wait thread=1
//@ check --explorer unfolding --abandoned fault: abandoned line=@wait thread=1
// The worker waits without looking whether it was signalled already. If main signals first, it waits for ever, which nobody
// sees since main does not join it. Two executions: the worker's critical section before that of main, or after it. In the first
// one it is woken, in the second it is left behind. (That it waits outside of a loop is noted, too.)
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *work(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&ready, &mutex); /*@wait*/
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&mutex);
    return 0;
}
