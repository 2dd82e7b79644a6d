// A bounded queue behind a mutex: one thread stores N elements, the other removes what is there; the order is kept.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[N], head, tail;

static void *enqueue(void *arg) {
    for (int n = 0; n < N; n++) {
        pthread_mutex_lock(&lock);
        elements[tail++] = n;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *dequeue(void *arg) {
    for (int n = 0; n < N; n++) {
        pthread_mutex_lock(&lock);
        if (head < tail) {
            int got = elements[head];
            assert(got == head);
            head++;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, enqueue, 0);
    pthread_create(&b, 0, dequeue, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
