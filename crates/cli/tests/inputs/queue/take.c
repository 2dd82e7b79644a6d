#include "queue.h"
#include <pthread.h>

struct queue { pthread_mutex_t lock; int value; };

int queue_take(struct queue *queue) {
    return queue->value; // without the lock: a race with queue_put
}
