// The queue comes from a header of the system: what happens in it is shown where it is called.
#include <pthread.h>

#line 1 "/usr/include/counting/queue.h"
struct queue { int length, items[4]; };
static int queue_length(struct queue *q) { return q->length; }
static void queue_push(struct queue *q, int item)
{
    q->items[q->length] = item;
    q->length++;
}
#line 13 "tests/reports/header_library.c"

static struct queue queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *arg)
{
    pthread_mutex_lock(&lock);
    queue_push(&queue, 7);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t p;
    pthread_create(&p, NULL, producer, NULL);
    int before = queue_length(&queue);
    pthread_join(p, NULL);
    return before > 1;
}
