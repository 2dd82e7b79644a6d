//@ check --symbolic: safe
// What is not done with input is said, never judged.
#ifndef KIND
#define KIND 5
#endif
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int table[1 << 20];

int main(void) {
    int x = __VERIFIER_nondet_int();
#if KIND == 0
    // Half of it is input, the other half was never written: whether that is 0 depends on both.
    union {
        atomic_int whole;
        short half[2];
    } *both = malloc(sizeof *both);
    int zero = 0;
    both->half[0] = (short)x;
    atomic_compare_exchange_strong(&both->whole, &zero, 1);
    free(both);
#elif KIND == 1
    return fmod(x, 2.5) > 2;
#elif KIND == 2
    return table[x & 0xFFFF];
#elif KIND == 3
    // How much is printed, that is asked.
    return printf("%*d\n", x, 1) == 0;
#elif KIND == 4
    atomic_int a;
    atomic_store_explicit(&a, x, memory_order_relaxed);
#elif KIND == 6
    return sin(x * 0.5) > 2;
#endif
    return 0;
}
