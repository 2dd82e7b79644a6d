//@ check: safe executions=2
// One enqueues, one dequeues, behind one mutex: atomic accesses inside the critical section add nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int items[4], head, tail;

static void *enqueue(void *arg) {
    pthread_mutex_lock(&m);
    items[tail] = 7;
    tail++;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *dequeue(void *arg) {
    pthread_mutex_lock(&m);
    if (head != tail && items[head] == 7)
        head++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, enqueue, NULL);
    pthread_create(&b, NULL, dequeue, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
