//@ check: safe executions=1
// A signed and an unsigned operand: the exact result in 65 bits, and whether the type of the place has it.
#include <assert.h>
#include <limits.h>

int main(void) {
    volatile int three = 3, minus = -1;
    volatile unsigned long five = 5, most = ULONG_MAX;
    volatile long least = LONG_MIN;
    long s;
    unsigned long u;
    unsigned char c;
    assert(!__builtin_sub_overflow(three, five, &s) && s == -2);
    assert(__builtin_sub_overflow(three, five, &u) && u == ULONG_MAX - 1);
    assert(__builtin_add_overflow(three, most, &u) && u == 2);
    assert(!__builtin_add_overflow(minus, most, &u) && u == ULONG_MAX - 1);
    assert(__builtin_add_overflow(minus, most, &s) && s == -2);
    assert(!__builtin_mul_overflow(minus, five, &s) && s == -5);
    assert(__builtin_mul_overflow(minus, most, &s) && s == 1);
    assert(__builtin_mul_overflow(least, most, &s) && s == LONG_MIN);
    assert(__builtin_mul_overflow(least, most, &u) && u == 1ul << 63);
    assert(!__builtin_sub_overflow(most, least, &u) == 0 && u == (1ul << 63) - 1);
    assert(__builtin_sub_overflow(least, most, &s) && s == LONG_MIN + 1);
    assert(!__builtin_add_overflow(three, five, &c) && c == 8 && __builtin_add_overflow(minus, five, &c) == 0 && c == 4);
    assert(__builtin_sub_overflow(three, five, &c) && c == 254);
    return 0;
}
