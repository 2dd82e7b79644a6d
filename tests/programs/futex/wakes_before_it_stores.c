//@ check: deadlock line=@sleep thread=0
// The order of the two is wrong: who looks in between goes to sleep for ever.
#include "futex.h"

static _Atomic int ready;

static void *producer(void *arg) {
    futex_wake(&ready, 1);
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
