//@ check: safe executions=5
// One execution for each of the five values.
#include <assert.h>
extern long __VERIFIER_nondet_range(long lo, long hi);

int main(void) {
    long x = __VERIFIER_nondet_range(-2, 2);
    assert(x >= -2 && x <= 2);
    return 0;
}
