//@ check --symbolic: safe
//@ check --symbolic --model rc11: safe
//@ cflags: -fno-math-errno
// An `int` is a `double` exactly, so comparisons are those of the integers; half of a byte is a number of 32 bits.
#include <assert.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    double d = n;
    assert((int)d == n);
    assert((d < 2.5) == (n <= 2) && (d >= -7.25) == (n >= -7) && d != 0.5);
    assert(floor(d) == d && fabs(d) >= 0);
    unsigned char c = __VERIFIER_nondet_uchar();
    float half = c / 2.0f;
    assert(half * 2 == c);
    assert((int)half == c / 2);
    return 0;
}
