//@ check --symbolic: safe executions=1
//@ check --symbolic --explorer source: safe executions=1
//@ check --symbolic --explorer unfolding: safe executions=1
// Of an assumption it is only asked whether it is 0, whatever number it is: not which one.
#include <assert.h>
#include <stdint.h>

extern uint64_t __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void assume_abort_if_not(int);
void klee_assume(uintptr_t);

int main(void) {
    uint64_t x = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(x); // the lower half
    assert((uint32_t)x != 0);
    klee_assume(x >> 60);
    assert(x > UINT32_MAX);
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n & 6);
    assert((n & 7) > 1);
    return 0;
}
