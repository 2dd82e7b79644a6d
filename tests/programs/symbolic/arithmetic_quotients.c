//@ check --symbolic: safe executions=3
//@ check --symbolic --explorer source: safe executions=3
// Quotients and products that belong together: the solver need not divide numbers of 64 bits.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    long milliseconds = (long)n * 1000;
    assert(milliseconds / 1000 == n && milliseconds % 1000 == 0);
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint() | 1;
    assert(a / b * b + a % b == a);
    assert(a - a / b * b == a % b);
    int d = __VERIFIER_nondet_int();
    if (d == 0 || d == -1)
        return 0;
    assert(n / d * d + n % d == n);
    return 0;
}
