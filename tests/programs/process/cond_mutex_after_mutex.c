//@ check: safe
//@ check --model rc11: safe
//@ check --explorer source: safe
//@ check --explorer optimal: safe
//@ check --explorer rvf: safe
//@ check --explorer unfolding: safe
// One mutex after the other is fine: when the second wait begins, nobody waits any more.
#include <pthread.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait(void *arg)
{
    pthread_mutex_t *mutex = arg;
    struct timespec until = {0, 0};
    pthread_mutex_lock(mutex);
    pthread_cond_timedwait(&cond, mutex, &until);
    pthread_mutex_unlock(mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, wait, &mutexes[0]);
    pthread_join(thread, NULL);
    wait(&mutexes[1]);
    return 0;
}
