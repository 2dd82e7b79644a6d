//@ check: safe
//@ check --model rc11: safe
//@ check --model tso: safe
// Comparing and going to sleep is one step: the wake-up is not lost.
#include "futex.h"

static _Atomic int ready;
static int data;

static void *producer(void *arg) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    futex_wake(&ready, INT_MAX);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, producer, NULL);
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        futex_wait(&ready, 0);
    assert(data == 1);
    pthread_join(thread, NULL);
}
