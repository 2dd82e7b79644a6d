//@ check --nondet 0..9: safe executions=5 blocked=5
// Ten values, five pass.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x % 2 == 0);
    assert(x % 2 == 0);
    return 0;
}
