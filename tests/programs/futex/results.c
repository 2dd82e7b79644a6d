//@ check: safe
//@ check --symbolic: safe
// What futex(2) says of results, and the other system calls that are modelled.
#include "futex.h"

static _Atomic int word;
static struct { char c; int i; } __attribute__((packed)) odd;

int main(void) {
    assert(futex_wait(&word, 1) == -1 && errno == EAGAIN);
    assert(futex_wake(&word, 1) == 0);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX) == 0);
    assert(syscall(SYS_futex, &odd.i, FUTEX_WAKE, 1) == -1 && errno == EINVAL);
    struct timespec time = {0, 1000};
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &time, NULL, 0) == -1 && errno == ETIMEDOUT);
    assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, &time, NULL, FUTEX_BITSET_MATCH_ANY) == -1 && errno == ETIMEDOUT);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, FUTEX_BITSET_MATCH_ANY) == 0);
    assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 0) == -1 && errno == EINVAL);
    time.tv_nsec = 1000000000;
    assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &time) == -1 && errno == EINVAL);
    assert(syscall(SYS_gettid) == syscall(SYS_getpid) && syscall(SYS_sched_yield) == 0);
    int *freed = malloc(sizeof *freed);
    free(freed);
    assert(futex_wake(freed, 1) == 0);
}
