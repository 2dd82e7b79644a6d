//@ check --keep-going: assertion line=@none|@one|@both faults=3
// As many are woken as wait, and no more than are asked for: none, one or two.
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
    long woken = futex_wake(&word, INT_MAX);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    switch (woken) {
    case 0: assert(!"none"); /*@none*/
    case 1: assert(!"one"); /*@one*/
    case 2: assert(!"both"); /*@both*/
    default: return 0;
    }
}
