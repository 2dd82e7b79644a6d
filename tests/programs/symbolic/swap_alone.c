//@ check --symbolic: safe executions=2
//@ check --symbolic --explorer source: safe executions=2
// A compare-and-swap of memory that nobody else sees: it succeeds or not, so two executions. What it has found is not 0 if not.
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    atomic_int a = x;
    int zero = 0;
    return !(atomic_compare_exchange_strong(&a, &zero, 1) || zero);
}
