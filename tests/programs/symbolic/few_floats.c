//@ check --symbolic --solver-timeout 1ms: safe executions=1
//@ cflags: -DKIND=0
// A floating-point number that is equal to another one is that number, unless it is a zero, of which
// there are two. KIND 1 to 3: see the other files.
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

static unsigned hash(double d) {
    unsigned j = (unsigned)d, h = 77;
    for (int i = 0; i < 6; i++)
        h = h * j + 1000u / (h | 1) + j;
    return h;
}

int main(void) {
    double d = __VERIFIER_nondet_double();
#if KIND == 0
    /* Printed: 60492. */
    __VERIFIER_assume(d == 3.0);
    assert(hash(d) == 60492);
#elif KIND == 1
    /* Printed as well. */
    __VERIFIER_assume(d == 0.5 | d == 2.0);
    assert(hash(d) == (d == 2 ? 5538 : 76));
    assert(d * d * d + d == (d == 2 ? 10 : 0.625));
#elif KIND == 2
    /* Both zeros are seen. */
    __VERIFIER_assume(d == 0);
    assert(!signbit(d)); /*@found*/
#elif KIND == 3
    float f = __VERIFIER_nondet_float();
    __VERIFIER_assume(f == 0.0f | f == 1.5f);
    assert(f * f == 0 || (f * f == 2.25f && !signbit(f)));
    assert(1 / f > 0); /*@found*/
#endif
    return 0;
}
