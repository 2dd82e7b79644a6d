//@ check --explorer prefix: safe
// Two threads take turns for ever.
#include "futex.h"

static _Atomic int turn;

static void play(int me) {
    for (;;) {
        int now;
        while ((now = atomic_load(&turn)) != me)
            futex_wait(&turn, now);
        atomic_store(&turn, 1 - me);
        futex_wake(&turn, 1);
    }
}

static void *other(void *arg) {
    play(1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    play(0);
}
