//@ check --nondet -2..2: safe executions=5
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x >= -2 && x <= 2 && (x < 0) == (x == -1 || x == -2));
    return 0;
}
