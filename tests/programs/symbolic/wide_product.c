//@ check: safe
// The product of two numbers of 64 bits always fits into 128, and its low word is their product.
#include <assert.h>
long __VERIFIER_nondet_long(void);

int main(void) {
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    __int128 product = (__int128)a * b;
    assert((long)product == (long)((unsigned long)a * (unsigned long)b));
    return 0;
}
