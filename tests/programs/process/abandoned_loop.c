//@ check: safe note=abandoned executions=0
//@ check --model tso: safe note=abandoned executions=0
//@ check --model rc11: safe note=abandoned executions=0
//@ check --abandoned fault: abandoned line=@loop thread=1
//@ check --model rc11 --abandoned fault: abandoned line=@loop thread=1
//@ check --explorer source --abandoned fault: abandoned line=@loop thread=1
//@ check --explorer optimal --abandoned fault: abandoned line=@loop thread=1
//@ check --explorer rf --abandoned fault: abandoned line=@loop thread=1
//@ check --explorer rvf --abandoned fault: abandoned line=@loop thread=1
//@ check --explorer unfolding --abandoned fault: abandoned line=@loop thread=1
// The background thread looks for something that never comes. (A thread that serves others until the program ends is like that,
// too: so this is a note.)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *serve(void *arg)
{
    while (!atomic_load(&stop)) /*@loop*/
        ;
    return arg;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, serve, NULL);
    return 0;
}
