//@ check: incomplete unsupported="operation 3 of `futex`"
#include "futex.h"

static _Atomic int a, b;

int main(void) { return syscall(SYS_futex, &a, FUTEX_REQUEUE, 1, 1, &b, 0) < 0; }
