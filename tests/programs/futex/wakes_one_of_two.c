//@ check: deadlock line=@sleep
// Two wait, one is woken.
#include "futex.h"

static _Atomic int word;

static void *sleeper(void *arg) {
    futex_wait(&word, 0);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sleeper, NULL);
    pthread_create(&b, NULL, sleeper, NULL);
    word = 1;
    futex_wake(&word, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
