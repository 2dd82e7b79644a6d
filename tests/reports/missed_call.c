/* Thread pool with a linked job list; shutdown flag is checked before the queue. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct job {
    void (*fn)(void *);
    void *arg;
    struct job *next;
};

static struct {
    pthread_mutex_t m;
    pthread_cond_t work;
    struct job *first, **last;
    bool stop;
} pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, &pool.first, false };

static void *run(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&pool.m);
        while (!pool.first && !pool.stop)
            pthread_cond_wait(&pool.work, &pool.m);
        if (pool.stop) {                /* bug: jobs may be left */
            pthread_mutex_unlock(&pool.m);
            return NULL;
        }
        struct job *j = pool.first;
        pool.first = j->next;
        if (!pool.first)
            pool.last = &pool.first;
        pthread_mutex_unlock(&pool.m);
        j->fn(j->arg);
        free(j);
    }
}

static void submit(void (*fn)(void *), void *arg)
{
    struct job *j = malloc(sizeof *j);
    *j = (struct job){ fn, arg, NULL };
    pthread_mutex_lock(&pool.m);
    *pool.last = j;
    pool.last = &j->next;
    pthread_cond_signal(&pool.work);
    pthread_mutex_unlock(&pool.m);
}

static pthread_mutex_t cm = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void count(void *arg)
{
    pthread_mutex_lock(&cm);
    done += *(int *)arg;
    pthread_mutex_unlock(&cm);
}

int main(void)
{
    pthread_t t[2];
    int one = 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    submit(count, &one);
    submit(count, &one);
    pthread_mutex_lock(&pool.m);
    pool.stop = true;
    pthread_cond_broadcast(&pool.work);
    pthread_mutex_unlock(&pool.m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(done == 2);
    return 0;
}
