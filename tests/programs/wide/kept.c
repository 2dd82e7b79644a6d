//@ check: safe executions=1
// 128-bit numbers in globals, structures, arrays, parameters, results, pointers, and conversions at the edges.
#include <assert.h>
#include <string.h>

typedef unsigned __int128 U;
typedef __int128 S;

static const U known = ((U)0x0123456789abcdef << 64) | 0xfedcba9876543210;
static S least = (S)1 << 126;
static struct { char c; U n; short s; } table[2] = { { 1, 5, 2 }, { 3, (U)7 << 100, 4 } };

static U mix(U a, unsigned long b, U *out)
{
    *out = a * b;
    return *out >> 64;
}

static S choose(int which, S a, S b)
{
    switch (which) {
    case 0:
        return a;
    default:
        return b;
    }
}

int main(void)
{
    U out;
    assert((unsigned long)known == 0xfedcba9876543210 && (unsigned long)(known >> 64) == 0x0123456789abcdef);
    assert(table[1].n >> 100 == 7 && table[1].s == 4 && table[0].n == 5);
    assert(mix((U)1 << 64 | 3, 10, &out) == 10 && (unsigned long)out == 30);
    assert(choose(0, -1, 1) == -1 && choose(1, -1, 1) == 1);
    least = -least - least;
    assert(least < 0 && least + 2 - 1 > least && (S)(least >> 127) == -1);
    unsigned char bytes[16];
    memcpy(bytes, &known, 16);
    assert(bytes[0] == 0x10 && bytes[15] == 0x01);
    U copy;
    memcpy(&copy, bytes, 16);
    assert(copy == known);
    assert((S)1e30 == (S)1e15 * (S)1e15 + 19884624838656);
    assert((float)(U)~(U)0 > 3e38f && (S)-0.9 == 0 && (U)-0.9 == 0);
    copy++;
    assert(--copy == known);
    assert(__builtin_popcountll(known) == 32);
    return 0;
}
