//@ cflags: -fwrapv
//@ check: safe
// With -fwrapv signed numbers wrap.
#include <assert.h>
#include <limits.h>

int main(void) {
    volatile int n = INT_MAX;
    assert(n + 1 == INT_MIN && -(n + 1) == INT_MIN && n * 2 == -2);
    return 0;
}
