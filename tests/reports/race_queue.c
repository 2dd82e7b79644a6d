// A queue for one producer and one consumer, whose consumer frees a slot too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

struct message {
    int kind;
    int payload[2];
};

static struct queue {
    struct message slots[SIZE];
    atomic_size_t head, tail;
} queue;

static int push(struct queue *q, struct message m)
{
    size_t head = atomic_load_explicit(&q->head, memory_order_relaxed);
    if (head - atomic_load_explicit(&q->tail, memory_order_acquire) == SIZE)
        return 0;
    q->slots[head % SIZE] = m;
    atomic_store_explicit(&q->head, head + 1, memory_order_release);
    return 1;
}

static int pop(struct queue *q, struct message *m)
{
    size_t tail = atomic_load_explicit(&q->tail, memory_order_relaxed);
    if (tail == atomic_load_explicit(&q->head, memory_order_acquire))
        return 0;
    atomic_store_explicit(&q->tail, tail + 1, memory_order_release);
    *m = q->slots[tail % SIZE];
    return 1;
}

static void *producer(void *arg)
{
    for (int i = 0; i < 3; i++)
        push(&queue, (struct message){i, {i, -i}});
    return arg;
}

static void *consumer(void *arg)
{
    struct message m;
    for (int i = 0; i < 2; i++)
        if (pop(&queue, &m))
            assert(m.payload[0] + m.payload[1] == 0);
    return arg;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
