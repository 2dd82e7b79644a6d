//@ check --symbolic: assertion line=@far
//@ check --symbolic --keep-going: assertion line=@far faults=1 executions=4
// Input of 128 bits is two numbers, the lower half first. FIXED: the sum is not compared.
#include <assert.h>

extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
    __int128 a = __VERIFIER_nondet_int128();
    unsigned __int128 b = __VERIFIER_nondet_uint128();
    if (a >= 0)
        return 0;
    if (b >> 100)
        return 0;
    assert(a != -5 || b != (unsigned __int128)7 << 70); /*@far*/
    return 0;
}
