// A pool of workers: a signal wakes only one of the two that wait at shutdown.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define QUEUE 4

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int queue[QUEUE];
    int head, tail;
    bool stop;
    int sum;
};

static void *worker(void *arg)
{
    struct pool *pool = arg;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->head == pool->tail && !pool->stop)
            pthread_cond_wait(&pool->more, &pool->lock);
        if (pool->head == pool->tail)
            break;
        pool->sum += pool->queue[pool->head++ % QUEUE];
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void submit(struct pool *pool, int job)
{
    pthread_mutex_lock(&pool->lock);
    pool->queue[pool->tail++ % QUEUE] = job;
    pthread_cond_signal(&pool->more);
    pthread_mutex_unlock(&pool->lock);
}

int main(void)
{
    pthread_t workers[2];
    struct pool pool;
    memset(&pool, 0, sizeof pool);
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.more, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&workers[i], NULL, worker, &pool);
    submit(&pool, 1);
    submit(&pool, 2);
    pthread_mutex_lock(&pool.lock);
    pool.stop = true;
    pthread_cond_signal(&pool.more);
    pthread_mutex_unlock(&pool.lock);
    for (int i = 0; i < 2; i++)
        pthread_join(workers[i], NULL);
    return 0;
}
