//@ check: assertion line=@end
//@ check --input b=1: safe
//@ check --input b=2: assertion line=@end
// Sums that saturate: where both are positive, so is the sum, and not less than either; it may be the
// greatest number where neither is.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int sum = __builtin_elementwise_add_sat(a, b), less = __builtin_elementwise_sub_sat(a, b);
    if (a > 0 && b > 0)
        assert(sum >= a && sum >= b && less <= a);
    unsigned u = __builtin_elementwise_sub_sat((unsigned)a, (unsigned)b);
    assert(u <= (unsigned)a);
    assert(b <= 1 || sum < 0x7fffffff || a == 0x7fffffff); /*@end*/
    return 0;
}
