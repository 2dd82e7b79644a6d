//@ check: safe
//@ check --races explore: safe
//@ check --model rc11: safe
// A barrier on main's stack: both threads have passed it, and tell so through a mutex, before its block ends. What a thread does after its
// wait shows that it has returned.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int passed;

static void *worker(void *arg)
{
    pthread_barrier_wait(arg);
    pthread_mutex_lock(&lock);
    passed = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void start(pthread_t *t)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(t, NULL, worker, &barrier);
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(&lock);
    while (!passed)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t;
    start(&t);
    pthread_join(t, NULL);
    return 0;
}
