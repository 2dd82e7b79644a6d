//@ check --nondet 0..2: safe executions=9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    assert(x * y <= 4);
    return 0;
}
