// Each thread has a slot of its own that others may look at; one is freed too early.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct slot {
    int busy;
};

static _Thread_local struct slot *own;
static struct slot *_Atomic shown;

static void *worker(void *arg) {
    if (!own)
        own = malloc(sizeof *own);
    own->busy = 1;
    atomic_store(&shown, own);
#ifndef FIX
    free(own);
#endif
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    struct slot *s = atomic_load(&shown);
    int busy = s ? s->busy : 0;
    pthread_join(t, NULL);
#ifdef FIX
    free(atomic_load(&shown));
#endif
    return busy > 1;
}
