// A worker that looks once, not again after it was woken. The first execution that fails does so at the
// second job; one with a single job is shown.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define QUEUE_SIZE 4

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    int jobs[QUEUE_SIZE];
    int head, tail, count;
    int shutdown;
};

static struct pool pool = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
};
static int done[2];

static void submit(struct pool *p, int job) {
    pthread_mutex_lock(&p->lock);
    p->jobs[p->tail] = job;
    p->tail = (p->tail + 1) % QUEUE_SIZE;
    p->count++;
    pthread_cond_signal(&p->not_empty);
    pthread_mutex_unlock(&p->lock);
}

static int take(struct pool *p) {
    int job = -1;
    pthread_mutex_lock(&p->lock);
    if (p->count == 0 && !p->shutdown)
        pthread_cond_wait(&p->not_empty, &p->lock);
    if (!p->shutdown || p->count > 0) {
        assert(p->count > 0);
        job = p->jobs[p->head];
        p->head = (p->head + 1) % QUEUE_SIZE;
        p->count--;
    }
    pthread_mutex_unlock(&p->lock);
    return job;
}

static void *worker(void *arg) {
    int *mine = arg;
    int job;
    while ((job = take(&pool)) >= 0)
        *mine += job;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &done[i]);
    submit(&pool, 1);
    submit(&pool, 2);
    pthread_mutex_lock(&pool.lock);
    pool.shutdown = 1;
    pthread_cond_broadcast(&pool.not_empty);
    pthread_mutex_unlock(&pool.lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(done[0] + done[1] == 3);
    return 0;
}
