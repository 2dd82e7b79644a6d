//@ check --nondet 0..9: safe executions=3 blocked=7
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void assume_abort_if_not(int cond) {
    if (!cond)
        abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x >= 7);
    assert(x >= 7);
    return 0;
}
