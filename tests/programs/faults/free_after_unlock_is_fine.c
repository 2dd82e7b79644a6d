//@ check: safe executions=2 note=none
// Whoever is last under the lock frees: the other has unlocked before.
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
    int references;
};

static void *worker(void *arg) {
    struct object *o = arg;
    pthread_mutex_lock(&o->lock);
    int left = --o->references;
    pthread_mutex_unlock(&o->lock);
    if (left == 0) {
        pthread_mutex_destroy(&o->lock);
        free(o);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    o->references = 2;
    pthread_create(&t, NULL, worker, o);
    worker(o);
    pthread_join(t, NULL);
    return 0;
}
