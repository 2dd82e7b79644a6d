//@ check: use-after-free|sync-misuse
// Freed as soon as the value is there, while the other thread is still signalling.
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct future {
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool ready;
};

static void *compute(void *arg) {
    struct future *f = arg;
    pthread_mutex_lock(&f->lock);
    f->ready = true;
    pthread_mutex_unlock(&f->lock);
    pthread_cond_signal(&f->done);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct future *f = calloc(1, sizeof *f);
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->done, NULL);
    pthread_create(&t, NULL, compute, f);
    pthread_mutex_lock(&f->lock);
    while (!f->ready)
        pthread_cond_wait(&f->done, &f->lock);
    pthread_mutex_unlock(&f->lock);
    free(f);
    pthread_join(t, NULL);
    return 0;
}
