//@ check: safe executions=5
// One execution for each of the five values.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_nondet_range(long lo, long hi);
#include <assert.h>

int main(void) {
    __VERIFIER_nondet_range(-2, 2);
    int x = __VERIFIER_nondet_int();
    assert(x >= -2 && x <= 2);
    return 0;
}
