//@ check --symbolic: safe
// See the other file.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double t = __VERIFIER_nondet_double();
    double root = sqrt(t);
    if (!(root < 0.5 || root == 1.0 || root == 3.0 || (float)t > 16.0f))
        return 0;
    if (root > 2.5 && floor(t) == 9.0)
        assert(t == 9.0);
    if (floor(t) == 1.0)
        assert(t <= 1.0000000000000003);
    return 0;
}
