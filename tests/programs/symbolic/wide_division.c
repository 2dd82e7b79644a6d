//@ check: safe
// A number of 65 bits: half of twice a number is that number; what is left has its sign.
#include <assert.h>
long __VERIFIER_nondet_long(void);

int main(void) {
    long a = __VERIFIER_nondet_long();
    __int128 twice = (__int128)a + a;
    assert(twice / 2 == a && twice % 2 == 0);
    assert((twice < 0) == (a < 0));
    return 0;
}
