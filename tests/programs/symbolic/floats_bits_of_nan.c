//@ check --symbolic: safe
// The bits of a NaN that is computed are those that x86 computes: quiet, with the payload of the operand; else without
// one, and negative. A comparison of bits must not be told otherwise than the program does it.
#include <assert.h>
#include <stdint.h>
#include <string.h>
double __VERIFIER_nondet_double(void);

static uint64_t bits(double x) {
    uint64_t all;
    memcpy(&all, &x, sizeof all);
    return all;
}

int main(void) {
    double x = __VERIFIER_nondet_double();
    double y = x + 1.0;
    if (x != x) {
        assert(bits(y) == (bits(x) | 0x0008000000000000));
        assert(bits(-y) == (bits(y) ^ 0x8000000000000000));
        float f = (float)x;
        assert(f != f);
    }
    double zero = bits(x) == 7 ? x : 0;
    if (zero == 0) {
        assert(bits(zero / zero) == 0xFFF8000000000000);
    }
    return 0;
}
