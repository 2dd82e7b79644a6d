// The barrier is for one thread more than there are.
#include <pthread.h>

enum { WORKERS = 2 };

static pthread_barrier_t ready;

static void *worker(void *arg)
{
    pthread_barrier_wait(&ready);
    return arg;
}

int main(void)
{
    pthread_t threads[WORKERS];
    pthread_barrier_init(&ready, NULL, WORKERS + 1);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&ready);
    return 0;
}
