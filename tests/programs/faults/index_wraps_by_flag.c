//@ check: safe executions=1
//@ cflags: -fwrapv-pointer -Wno-array-bounds
// Where the program is compiled so that addresses wrap around, they do: 2^62 + 2 integers further is
// the third one.
#include <assert.h>

static int table[4] = {1, 2, 3, 4};

int main(void) {
    volatile unsigned long wraps = (1UL << 62) + 2;
    int local[4] = {1, 2, 3, 4};
    assert(table[wraps] == 3 && local[wraps] == 3 && table[(1UL << 62) + 2] == 3);
    return 0;
}
