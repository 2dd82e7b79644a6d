// With --symbolic: an argument of which each value is asked about, one after the other.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    exit(__VERIFIER_nondet_int());
}
