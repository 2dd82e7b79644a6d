//@ check: sync-misuse line=@wait message="condition variable `cond` is waited for with two different mutexes"
//@ check --model tso: sync-misuse line=@wait
//@ check --model pso: sync-misuse line=@wait
//@ check --model ra: sync-misuse line=@wait
//@ check --model rc11: sync-misuse line=@wait
//@ check --races explore: sync-misuse line=@wait
//@ check --races ignore: sync-misuse line=@wait
//@ check --explorer source: sync-misuse line=@wait
//@ check --explorer optimal: sync-misuse line=@wait
//@ check --explorer observers: sync-misuse line=@wait
//@ check --explorer rf: sync-misuse line=@wait
//@ check --explorer rvf: sync-misuse line=@wait
//@ check --explorer unfolding: sync-misuse line=@wait
// Two threads wait for one condition variable with a mutex each, at the same time: POSIX binds it to the mutex of the first
// one until that has gone on.
#include <pthread.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait(void *arg)
{
    pthread_mutex_t *mutex = arg;
    struct timespec until = {0, 0};
    pthread_mutex_lock(mutex);
    pthread_cond_timedwait(&cond, mutex, &until); /*@wait*/
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, wait, &mutexes[0]);
    pthread_create(&b, NULL, wait, &mutexes[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
