//@ check: use-after-free
// The count says that nobody needs the object any more, but its mutex is still being unlocked.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
};

static atomic_int references = 1;

static void *worker(void *arg) {
    struct object *o = arg;
    pthread_mutex_lock(&o->lock);
    atomic_fetch_sub(&references, 1);
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    pthread_create(&t, NULL, worker, o);
    if (atomic_load(&references) == 0)
        free(o);
    pthread_join(t, NULL);
    return 0;
}
