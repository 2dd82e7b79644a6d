//! --keep-going
// The same two threads lock the same two mutexes in different orders; main may stand at either of its joins.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *quick(void *arg)
{
    return arg;
}

static void *up(void *arg)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return arg;
}

static void *down(void *arg)
{
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, up, NULL);
    pthread_create(&threads[1], NULL, down, NULL);
    pthread_create(&threads[2], NULL, quick, NULL);
    pthread_mutex_lock(&first);
    int from_the_end = pthread_mutex_trylock(&second) == 0;
    if (from_the_end)
        pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    if (from_the_end)
        pthread_join(threads[1], NULL);
    pthread_join(threads[0], NULL);
    if (!from_the_end)
        pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    return 0;
}
