//@ check --explorer prefix: safe
// What has been served is only counted: no states of its own.
#include <pthread.h>
#include <stdatomic.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t ready;
    int pending;
    unsigned served;
    long bytes;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
static atomic_int wakeups;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&queue.lock);
        while (queue.pending == 0) {
            pthread_cond_wait(&queue.ready, &queue.lock);
            wakeups++;
        }
        queue.pending--;
        queue.served++;
        queue.bytes += 10 + queue.pending;
        pthread_mutex_unlock(&queue.lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    for (;;) {
        pthread_mutex_lock(&queue.lock);
        if (queue.pending < 2) {
            queue.pending++;
            pthread_cond_signal(&queue.ready);
        }
        pthread_mutex_unlock(&queue.lock);
    }
    return 0;
}
