//@ check: deadlock line=@sleep thread=0 message="futex"
// Nobody wakes who has gone to sleep.
#include "futex.h"

static _Atomic int ready;

static void *producer(void *arg) {
    atomic_store(&ready, 1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    while (!atomic_load(&ready))
        futex_wait(&ready, 0);
    pthread_join(thread, NULL);
}
