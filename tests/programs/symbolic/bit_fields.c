//@ check --symbolic: safe
// Bit-fields that are input, signed or not, next to bits that nobody has written.
#ifndef KIND
#define KIND 0
#endif
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct {
        int a : 5;
        unsigned b : 5;
        long c : 40;
    } s;
    s.a = __VERIFIER_nondet_int();
    s.b = __VERIFIER_nondet_int();
    assert(s.a >= -16 && s.a < 16 && s.b < 32);
#if KIND == 0
    assert(s.a / 3 <= 5 && s.a / 3 >= -5 && s.a % 3 >= -2 && s.b / 3 <= 10u);
    assert(s.a - (int)s.b >= -47 && s.a - (int)s.b <= 15);
    s.b += s.a;
    assert(s.b < 32);
#elif KIND == 1
    assert(s.a != -13 || s.b != 30); /*@1*/
#elif KIND == 2
    // The bits above the two were never written.
    unsigned short all;
    memcpy(&all, &s, sizeof all);
    if (all >> 3 & 0x7F) return 0;
    return all >> 11 & 1; /*@2*/
#endif
    return 0;
}
