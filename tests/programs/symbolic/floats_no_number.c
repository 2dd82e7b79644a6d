//@ check --symbolic --keep-going: assertion line=@same message="with input x = NaN" faults=2
// Every number is the same as itself, but NaN is no number. A zero has two signs, which no comparison tells apart.
#include <assert.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x != x) {
        assert(x == x); /*@same*/
    } else if (x == 0) {
        // 1 / -0.0 is not greater than anything.
        assert(1 / x > 0); /*@sign*/
    } else {
        assert(-x != x && (x < 0) != (x > 0));
    }
    return 0;
}
