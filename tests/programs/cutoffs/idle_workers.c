//@ check --explorer prefix: safe
// When there is no more work, the workers wait for ever, in every execution: that is no fault.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int jobs, beat;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (jobs == 0)
            pthread_cond_wait(&ready, &m);
        jobs--;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        jobs++;
        pthread_cond_signal(&ready);
        pthread_mutex_unlock(&m);
    }
    for (;;) {
        pthread_mutex_lock(&m);
        beat = !beat;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
