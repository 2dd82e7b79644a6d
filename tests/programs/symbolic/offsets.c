//@ cflags: -DKIND=0
//@ check --symbolic: safe executions=1
//@ check --symbolic --explorer naive: safe executions=1
// A constant table at an index that depends on input is one value: whatever the index, what is
// computed of the entry is right. KIND 1 to 9: see the other files.
#include <assert.h>
#include <pthread.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static const unsigned char squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
static const double halves[4] = {0, 0.5, 1, 1.5};
static int table[8];

static void *writes(void *unused) {
    table[3] = 1; /*@race*/
    return unused;
}

/* A sum over what was counted, in memory of the function. */
static int counted(unsigned char x, unsigned char y) {
    int counts[4] = {0}, sum = 0;
    counts[x & 3]++;
    counts[y & 3] += 2;
    for (int i = 0; i < 4; i++)
        sum += counts[i];
    return sum * 10 + counts[x & 3];
}

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    (void)y;
#if KIND == 0
    assert(squares[x & 15] == (x & 15) * (x & 15));
#elif KIND == 1
    /* 12 * 12. */
    assert(squares[x & 15] != 144); /*@found*/
#elif KIND == 2
    /* 3 more at the place of x if y is there as well. */
    assert(counted(x, y) == ((x & 3) == (y & 3) ? 33 : 31));
#elif KIND == 3
    int i = __VERIFIER_nondet_int();
    return squares[i] > 255; /*@found*/
#elif KIND == 4
    /* From the past of one before. */
    const unsigned char *p = squares + (x & 15);
    assert(p[-1] < 225); /*@found*/
#elif KIND == 5
    /* Which bytes are written matters to the other thread. */
    pthread_t other;
    pthread_create(&other, 0, writes, 0);
    table[x & 7] = 2; /*@race*/
    pthread_join(other, 0);
#elif KIND == 6
    pthread_t other;
    table[x & 7] = 2;
    pthread_create(&other, 0, writes, 0);
    pthread_join(other, 0);
    assert(table[x & 7] == ((x & 7) == 3 ? 1 : 2));
#elif KIND == 7
    double d = halves[x & 3] + 1;
    assert(d >= 1 && d <= 2.5);
#elif KIND == 8
    /* The bytes of a number, and the element that is partly written over. */
    unsigned words[4] = {1, 2, 3, 4};
    unsigned char *bytes = (unsigned char *)words;
    bytes[x & 15] = 255;
    assert(words[y & 3] == (y & 3) + 1 || (x & 15) / 4 == (y & 3));
    assert(words[(x & 15) / 4] != (x & 15) / 4u + 1);
#elif KIND == 9
    /* Only the first two are initialised. */
    int partly[4];
    partly[0] = partly[1] = 7;
    return partly[x & 3] - 7; /*@found*/
#endif
    return 0;
}
