//@ check --symbolic: safe executions=1501 blocked=2
//@ check --symbolic --explorer naive: safe executions=1501
// A loop of as many rounds as the input says, 0 to 1500: each number is a path; negative ones and
// greater ones are assumed away. Each question knows the answers to all before it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), rounds = 0;
    __VERIFIER_assume(n >= 0 && n <= 1500);
    for (int i = 0; i < n; i++)
        rounds++;
    assert(rounds == n);
    return 0;
}
