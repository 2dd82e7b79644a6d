//@ check --symbolic: safe executions=201
// A number that a library function is to be told is asked of the integer that it is made of.
#include <assert.h>
#include <math.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c >= 200)
        return 0;
    double h = hypot(c / 4.0 + 1, 0);
    assert(h == c / 4.0 + 1);
    return 0;
}
