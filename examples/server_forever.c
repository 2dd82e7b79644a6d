//@ check --explorer prefix: deadlock
// A server that never ends. All wait for one condition variable: a worker that has served a request may wake the other worker, not main.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int requests;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (requests == 0)
            pthread_cond_wait(&changed, &m);
        requests--;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    for (;;) {
        pthread_mutex_lock(&m);
        while (requests == 1)
            pthread_cond_wait(&changed, &m);
        requests++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&m);
    }
}
