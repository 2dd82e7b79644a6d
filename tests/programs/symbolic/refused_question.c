//@ check --symbolic --solver-timeout 50ms: incomplete unsupported="the solver has given up"
// Two factors of a product of two primes of 32 bits: not found in so short a time.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
    if (x > 1 && y > 1 && x <= 0xFFFFFFFF && y <= 0xFFFFFFFF)
        assert(x * y != 4294967291 * 4294967279);
    return 0;
}
