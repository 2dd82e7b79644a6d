//@ check --input how=0: assertion line=@zero
//@ check --input how=1: division-by-zero line=@divides
//@ check --input how=2: overflow line=@over
// What fails for some numbers of 128 bits: a product that is one number, a divisor of 0, a product
// that does not fit.
#include <assert.h>
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int how = __VERIFIER_nondet_int();
    long a = __VERIFIER_nondet_long();
    unsigned char b = __VERIFIER_nondet_uchar();
    if (how == 1)
        return (int)((__int128)a / (b - 7)) * 0; /*@divides*/
    if (how == 2) {
        __int128 large = (__int128)a << 60;
        if (large * 300 > 5) /*@over*/
            return 0;
        return 0;
    }
    if ((__int128)a * 10 == (__int128)1 << 61)
        return 0; // it is no multiple of 10
    assert((__int128)a * 16 != (__int128)3 << 62); /*@zero*/
    return 0;
}
