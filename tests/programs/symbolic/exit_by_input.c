//@ check --symbolic --exit-status ignore: safe executions=3
//@ check --symbolic: exit-status
// A status that depends on input is only compared with the expected one, also where `exit` is called.
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 10)
        exit(c);
    if (c < 20)
        _Exit(c);
    return c;
}
