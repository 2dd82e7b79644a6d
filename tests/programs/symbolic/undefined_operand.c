//@ check --symbolic --stub way=0: overflow
//@ check --symbolic --stub way=1: uninitialised-read
//@ check --symbolic --stub way=2: uninitialised-read
// What divides decides whether there is a quotient, though nobody looks at that; and a read-modify-write computes with
// what it finds.
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
int way(void);

static atomic_int at;

int main(void) {
    int x = __VERIFIER_nondet_int(), undefined;
    volatile int quotient;
    switch (way()) {
    case 0: /* x + 5 may have no value. */
        if (x >= 0)
            quotient = x / ((x + 5) | 1);
        break;
    case 1:
        quotient = x / (undefined | 1);
        break;
    default:
        atomic_store(&at, undefined);
        atomic_fetch_add(&at, x);
    }
    return 0;
}
