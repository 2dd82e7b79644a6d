// One condition variable for both sides of a buffer: a signal wakes the wrong thread, late. Each wait
// is shown with the write that makes its thread wait.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, taken, put;

static void put_one(void)
{
    pthread_mutex_lock(&m);
    while (full == 1)
        pthread_cond_wait(&changed, &m);
    full = 1;
    put++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
}

static void *producer(void *arg)
{
    put_one();
    put_one();
    put_one();
    return arg;
}

static void *consumer(void *arg)
{
    pthread_mutex_lock(&m);
    while (full == 0)
        pthread_cond_wait(&changed, &m);
    full = 0;
    taken++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t p, c[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&c[i], NULL, consumer, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_join(p, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(c[i], NULL);
    return 0;
}
