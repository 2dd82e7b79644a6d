//@ check: safe
//@ check --races explore: safe
// The word may be gone when its threads are woken: the kernel does not look at it.
#include "futex.h"

struct done {
    _Atomic int flag;
};

static void *worker(void *arg) {
    struct done *done = arg;
    atomic_store(&done->flag, 1);
    futex_wake(&done->flag, 1);
    return NULL;
}

int main(void) {
    struct done *done = calloc(1, sizeof *done);
    pthread_t thread;
    pthread_create(&thread, NULL, worker, done);
    while (!atomic_load(&done->flag))
        futex_wait(&done->flag, 0);
    free(done);
    pthread_join(thread, NULL);
}
