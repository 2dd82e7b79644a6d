//@ check --nondet 0..3: safe executions=4
//@ check --nondet 0..4: assertion line=@bug
//@ check: assertion line=@bug message="with input x = 4"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 4); /*@bug*/
    return 0;
}
