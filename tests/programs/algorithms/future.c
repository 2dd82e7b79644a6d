//@ check: safe executions=2 note=none
// A value that will be there: set by one thread, awaited by main.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct future {
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool ready;
    int value;
};

static void *compute(void *arg) {
    struct future *f = arg;
    pthread_mutex_lock(&f->lock);
    f->value = 42;
    f->ready = true;
    pthread_cond_broadcast(&f->done);
    pthread_mutex_unlock(&f->lock);
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
    assert(f->value == 42);
    pthread_mutex_unlock(&f->lock);
    pthread_join(t, NULL);
    pthread_cond_destroy(&f->done);
    pthread_mutex_destroy(&f->lock);
    free(f);
    return 0;
}
