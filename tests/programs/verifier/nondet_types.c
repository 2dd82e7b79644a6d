//@ check --nondet 1..2: safe executions=16
// Each type; a bool is 0 or 1 whatever the range.
#include <assert.h>
#include <stdbool.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    short b = __VERIFIER_nondet_short();
    unsigned long c = __VERIFIER_nondet_ulong();
    bool d = __VERIFIER_nondet_bool();
    assert((a == 1 || a == 2) && b >= 1 && b <= 2 && c - 1 < 2 && (d == 0 || d == 1));
    return 0;
}
