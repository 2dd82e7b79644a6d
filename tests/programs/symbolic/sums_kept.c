//@ check --symbolic: safe executions=81
//@ check --symbolic --explorer source: safe executions=81
// What goes from account to account is kept, whatever the amounts: an amount is not positive, or too much, or moves. That there is
// room for it is so for every amount that the other account has. Four amounts: 3 * 3 * 3 * 3.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

#ifndef LOST
#define LOST 0
#endif

int main(void) {
    int x = 100, y = 50, z = INT_MAX - 200;
    for (int i = 0; i < 2; i++) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        if (a > 0 && a <= x && y <= INT_MAX - a) {
            x -= a;
            y += a;
        }
        if (b > 0 && b <= y && z <= INT_MAX - b) {
            y -= b;
            z += b - (b == LOST);
        }
    }
    assert((long)x + y + z == 150L + INT_MAX - 200); /*@sum*/
    return 0;
}
