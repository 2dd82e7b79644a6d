//@ check: safe note=none
// The function that waits stands in no loop, but its caller looks again.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void wait_or_abort(void)
{
    if (pthread_cond_wait(&cond, &mutex) != 0)
        abort();
}

static void *set(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_mutex_lock(&mutex);
    while (!ready)
        wait_or_abort();
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
