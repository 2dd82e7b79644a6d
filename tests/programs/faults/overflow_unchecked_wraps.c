//@ check: safe executions=1
//@ cflags: -fwrapv
// Without a check of the compiler, signed sums wrap, as on the machine.
#include <assert.h>
#include <limits.h>

volatile int x = INT_MAX;

int main(void) {
    assert(x + 1 == INT_MIN);
    return 0;
}
