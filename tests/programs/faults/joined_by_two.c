//@ check: sync-misuse line=@join other=@join message="`pthread_join` of T1 worker, which T2 watcher is joining"
//@ check --model tso: sync-misuse line=@join other=@join
//@ check --model rc11: sync-misuse line=@join other=@join
//@ check --keep-going: sync-misuse line=@join other=@join
// Two threads join the worker (POSIX: undefined). Whoever comes second is at fault, whether the first one still waits or not;
// the join of the first is the other party.
#include <pthread.h>

static pthread_t worker_thread;

static void *worker(void *arg)
{
    return arg;
}

static void *watcher(void *arg)
{
    pthread_join(worker_thread, NULL); /*@join*/
    return arg;
}

int main(void)
{
    pthread_t w;
    pthread_create(&worker_thread, NULL, worker, NULL);
    pthread_create(&w, NULL, watcher, NULL);
    pthread_join(worker_thread, NULL); /*@join*/
    pthread_join(w, NULL);
    return 0;
}
