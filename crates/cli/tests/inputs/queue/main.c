#include "queue.h"
#include <pthread.h>

int only_main_has_this(void) { return 2; }

static void *putter(void *queue) {
    queue_put(queue, 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, putter, queue_shared());
    queue_take(queue_shared());
    pthread_join(thread, 0);
    return only_main_has_this() - 2;
}
