//@ check --explorer prefix: safe
// A server that never ends: main takes requests, two workers serve them.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER, served = PTHREAD_COND_INITIALIZER;
static int requests;

static void *worker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (requests == 0)
            pthread_cond_wait(&arrived, &m);
        requests--;
        pthread_cond_signal(&served);
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
            pthread_cond_wait(&served, &m);
        requests++;
        pthread_cond_signal(&arrived);
        pthread_mutex_unlock(&m);
    }
}
