//@ check --symbolic --exit-status ignore: safe executions=9
// Two numbers of 8 bits, each small, large or neither: nine paths with three outputs each, and a status that tells them apart.
#include <stdio.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int kind(void) {
    unsigned char number = __VERIFIER_nondet_uchar();
    if (number < 10) {
        puts("small"); /*@small*/
        return 1;
    }
    if (number > 200) {
        puts("large"); /*@large*/
        return 2;
    }
    return 0;
}

int main(void) {
    int first = kind();
    return 3 * first + kind();
}
