//@ check --symbolic: safe executions=1
//@ check --symbolic --explorer source: safe executions=1
// A histogram of bytes: each is one of 256 places that are written, and one execution.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int counts[256] = {0};
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    counts[a]++;
    counts[b]++;
    assert(counts[a] == 1 + (a == b));
    assert(counts['x'] <= 2);
    return 0;
}
