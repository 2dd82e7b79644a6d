/* A bounded queue whose semaphore counts one slot too many. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define SIZE 2
#define ITEMS 3
struct queue { int slot[SIZE]; int head, tail; sem_t space, items; pthread_mutex_t m; };
static struct queue q;

static void queue_init(struct queue *q)
{
    sem_init(&q->space, 0, SIZE + 1);
    sem_init(&q->items, 0, 0);
    pthread_mutex_init(&q->m, NULL);
}
static void push(struct queue *q, int v)
{
    sem_wait(&q->space);
    pthread_mutex_lock(&q->m);
    q->slot[q->tail] = v;
    q->tail = (q->tail + 1) % SIZE;
    pthread_mutex_unlock(&q->m);
    sem_post(&q->items);
}
static int pop(struct queue *q)
{
    sem_wait(&q->items);
    pthread_mutex_lock(&q->m);
    int v = q->slot[q->head];
    q->head = (q->head + 1) % SIZE;
    pthread_mutex_unlock(&q->m);
    sem_post(&q->space);
    return v;
}
static void *producer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= ITEMS; i++)
        push(&q, i);
    return NULL;
}
int main(void)
{
    pthread_t p;
    queue_init(&q);
    pthread_create(&p, NULL, producer, NULL);
    for (int i = 1; i <= ITEMS; i++)
        assert(pop(&q) == i);
    pthread_join(p, NULL);
    sem_destroy(&q.space);
    sem_destroy(&q.items);
    pthread_mutex_destroy(&q.m);
    return 0;
}
