//@ check: safe executions=1
#include <assert.h>
#include <limits.h>
#include <stdint.h>

int main(void) {
    int r;
    assert(__builtin_add_overflow(INT_MAX, 1, &r) && r == INT_MIN);
    assert(!__builtin_add_overflow(INT_MAX - 1, 1, &r) && r == INT_MAX);
    assert(__builtin_sub_overflow(INT_MIN, 1, &r) && r == INT_MAX);
    assert(__builtin_mul_overflow(65536, 65536, &r) && r == 0);
    uint8_t small;
    volatile uint8_t two_hundred = 200;
    assert(__builtin_add_overflow(two_hundred, two_hundred, &small) && small == 144);
    unsigned long u;
    assert(__builtin_mul_overflow(ULONG_MAX, 2ul, &u) && u == ULONG_MAX - 1);
    assert(!__builtin_mul_overflow(4294967296ul, 4294967295ul, &u) && u == 18446744069414584320ul);
    return 0;
}
