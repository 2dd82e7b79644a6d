//@ check --explorer vc: incomplete unsupported="condition variable"
//@ check --explorer dc: incomplete unsupported="condition variable"
//@ check: safe
// What several threads can change at a time is refused by name, not left out.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *produce(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, produce, NULL);

    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, NULL);
    return 0;
}
