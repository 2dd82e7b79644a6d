//@ check --symbolic: safe
//@ check --symbolic --model rc11: safe
//@ cflags: -fno-math-errno
// Integers that are converted: what is asked of halves of them is true for all, by arithmetic of people.
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
