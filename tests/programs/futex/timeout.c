//@ check: assertion line=@late
//@ check --keep-going: assertion faults=2
// Waiting for some time ends with a wake-up, or without.
#include "futex.h"

static _Atomic int word;

static void *waker(void *arg) {
    word = 1;
    futex_wake(&word, 1);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waker, NULL);
    struct timespec time = {1, 0};
    long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, &time, NULL, 0);
    assert(result == 0 || errno != ETIMEDOUT); /*@late*/
    assert(result != 0); /*@late*/
    pthread_join(thread, NULL);
}
