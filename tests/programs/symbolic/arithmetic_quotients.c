//@ check --symbolic: safe executions=1
//@ check --symbolic --explorer source: safe executions=1
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
    return 0;
}
