//@ cflags: -O0 -lm
//@ check: safe executions=1
// Numbers that are exact. An infinity is not lost in the parts that are no number (C11 annex G).
#include <assert.h>
#include <complex.h>
#include <math.h>

int main(void) {
    volatile double complex a = 3 + 4 * I, b = 1 - 2 * I;
    volatile float complex c = 3 + 4 * I, d = 1 - 2 * I;
    assert(a * b == 11 - 2 * I && a / b == -1 + 2 * I && c * d == 11 - 2 * I && c / d == -1 + 2 * I);
    volatile double complex big = __builtin_complex((double)INFINITY, (double)INFINITY), zero = 0;
    assert(isinf(creal(big * a)) || isinf(cimag(big * a)));
    assert(isinf(creal(a / zero)) && a / big == 0);
    volatile double complex huge = __builtin_complex(0x1p1000, 0x1p1000);
    assert(huge / huge == 1);
    assert(creal(a) == 3 && cimag(conj(a)) == -4 && cabs(a) == 5 && carg(a) == atan2(4, 3) && cabsf(c) == 5);
    return 0;
}
