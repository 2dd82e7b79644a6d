//@ check --model rc11: data-race line=@read|@write
// A futex orders nothing for who did not sleep: `ready` is read relaxed.
#include "futex.h"

static _Atomic int ready;
static int data;

static void *producer(void *arg) {
    data = 1; /*@write*/
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    futex_wake(&ready, INT_MAX);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        futex_wait(&ready, 0);
    int got = data; /*@read*/
    pthread_join(thread, NULL);
    return got - 1;
}
