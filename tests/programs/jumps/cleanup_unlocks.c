//@ check: safe executions=2
//@ check --races explore: safe
// The handler gives the lock back: without it, main would wait for ever in the execution in which the thread is first.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *arg)
{
    pthread_mutex_unlock(arg);
}

static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    pthread_exit(arg);
    pthread_cleanup_pop(0);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
