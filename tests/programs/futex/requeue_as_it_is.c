//@ check: incomplete unsupported="operation 3 of `futex`"
// It is given no value to compare with.
#include "futex.h"
#include <limits.h>

static _Atomic int a, b;

int main(void) { return syscall(SYS_futex, &a, FUTEX_REQUEUE, 1, INT_MAX, &b) < 0; }
