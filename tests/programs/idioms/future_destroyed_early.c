//@ check: use-after-free|sync-misuse
// The future is freed by the waiter as soon as it is ready, while the setter still has to unlock: the classic mistake with
// a flag that is read without the lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct future {
    pthread_mutex_t lock;
    atomic_int ready;
};

static void *set(void *arg) {
    struct future *f = arg;
    pthread_mutex_lock(&f->lock);
    f->ready = 1;
    pthread_mutex_unlock(&f->lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct future *f = malloc(sizeof *f);
    pthread_mutex_init(&f->lock, NULL);
    atomic_init(&f->ready, 0);
    pthread_create(&t, NULL, set, f);
    if (f->ready)
        free(f);
    pthread_join(t, NULL);
    return 0;
}
