//@ check --symbolic: safe executions=2
// Each type of SV-COMP is input; the values are assumed, and printed if the last input is set. So there are two paths.
#include <stdio.h>
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
void __VERIFIER_assume(int);

int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned char uc = __VERIFIER_nondet_uchar();
    short s = __VERIFIER_nondet_short();
    unsigned short us = __VERIFIER_nondet_ushort();
    int i = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    long l = __VERIFIER_nondet_long();
    unsigned long ul = __VERIFIER_nondet_ulong();
    long long ll = __VERIFIER_nondet_longlong();
    __VERIFIER_assume(c == -3 && uc == 253 && s == -300 && us == 65000 && i == -70000 && u == 4000000000u);
    __VERIFIER_assume(l == -5000000000 && ul == 9000000000000000000ul && ll == 1);
    if (__VERIFIER_nondet_bool()) {
        printf("%d %d %d %d %d %u %ld %lu %lld\n", c, uc, s, us, i, u, l, ul, ll);
    }
    return 0;
}
