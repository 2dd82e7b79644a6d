//@ check --stub slack=0: safe
//@ check --stub slack=1: deadlock
// A bounded queue with two condition variables and a closing flag. With `slack`, one signal is forgotten: `close` wakes only
// one of two consumers.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

int slack(void);
#define SIZE 1
static struct queue {
    pthread_mutex_t lock;
    pthread_cond_t not_empty, not_full;
    int items[SIZE];
    unsigned head, count;
    bool closed;
} q = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0, false};
static int taken[2];

static void put(struct queue *self, int item) {
    pthread_mutex_lock(&self->lock);
    while (self->count == SIZE)
        pthread_cond_wait(&self->not_full, &self->lock);
    self->items[(self->head + self->count++) % SIZE] = item;
    pthread_cond_signal(&self->not_empty);
    pthread_mutex_unlock(&self->lock);
}

static bool get(struct queue *self, int *item) {
    pthread_mutex_lock(&self->lock);
    while (self->count == 0 && !self->closed)
        pthread_cond_wait(&self->not_empty, &self->lock);
    bool some = self->count > 0;
    if (some) {
        *item = self->items[self->head];
        self->head = (self->head + 1) % SIZE;
        self->count--;
        pthread_cond_signal(&self->not_full);
    }
    pthread_mutex_unlock(&self->lock);
    return some;
}

static void *consumer(void *arg) {
    int *sum = arg, item;
    while (get(&q, &item))
        *sum += item;
    return NULL;
}

int main(void) {
    int lazy = slack();
    pthread_t c[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&c[i], NULL, consumer, &taken[i]);
    put(&q, 1);
    put(&q, 10);
    pthread_mutex_lock(&q.lock);
    q.closed = true;
    if (lazy)
        pthread_cond_signal(&q.not_empty);
    else
        pthread_cond_broadcast(&q.not_empty);
    pthread_mutex_unlock(&q.lock);
    for (int i = 0; i < 2; i++)
        pthread_join(c[i], NULL);
    assert(taken[0] + taken[1] == 11);
    return 0;
}
