//@ check --symbolic: assertion line=@0
// What one input of 2^32 (or two) leads to.
#ifndef KIND
#define KIND 0
#endif
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
static int table[8];
struct parts {
    unsigned low : 3, high : 5;
    int other;
};

int main(void) {
    int x = __VERIFIER_nondet_int();
#if KIND == 0
    // 12,345 * 7 + 3.
    assert((unsigned)x * 7 + 3 != 86418); /*@0*/
#elif KIND == 1
    // x = 77 only.
    return 5 / ((x ^ 77) | 0) > 5; /*@1*/
#elif KIND == 2
    unsigned char i = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i <= 8);
    table[i] = 1; /*@2*/
#elif KIND == 3
    unsigned char i = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 8);
    table[i] = x;
    assert(table[i] == x && table[(i + 1) % 8] == 0);
#elif KIND == 4
    return x;
#elif KIND == 5
    // 0 unless it is odd and even.
    return (x & 1) && x % 2 == 0;
#elif KIND == 6
    // Bytes of the input, among uninitialised ones.
    char *memory = malloc(16);
    *(int *)(memory + 4) = x;
    unsigned char byte = memory[6];
    free(memory);
    assert(byte != 0xAB || (unsigned)x >> 24 != 0xCD); /*@6*/
#elif KIND == 7
    switch (x) {
    case 3:
        assert(x == 4);
        break;
    case -1:
        assert(x > 0);
        break;
    default:
        assert(x != 3 && x != -1);
    }
#elif KIND == 8
    // Negative or not, and its lowest bit.
    volatile int n = 0;
    if (x < 0) n++;
    if (x & 1) n++;
#elif KIND == 9
    // Bit-fields of which the others are uninitialised.
    struct parts p;
    p.low = (unsigned)x;
    p.high = 9;
    assert(p.low == ((unsigned)x & 7) && p.high == 9);
#endif
    return 0;
}
