/* The worker works until it is stopped, however late that is. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool stop;
static int work;

static void *worker(void *arg) {
    while (!stop) {
        pthread_mutex_lock(&lock);
        work = (work + 1) % 4;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    int seen = work;
    pthread_mutex_unlock(&lock);
    stop = true;
    pthread_join(t, NULL);
    return seen < 0;
}
