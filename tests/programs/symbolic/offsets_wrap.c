//@ check --symbolic: out-of-bounds line=@found
//@ check --symbolic --explorer naive: out-of-bounds line=@found
//@ cflags: -DKIND=0
// The product of an index and the size of an element wraps around, to a place in the object again:
// that is out of bounds. KIND 1 to 3: see the other files.
#include <assert.h>
#include <pthread.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int table[4] = {1, 2, 3, 4};
static short shorts[100];

static void *writes(void *unused) {
    table[0] = 1;
    return unused;
}

int main(void) {
#if KIND == 0
    /* Four numbers, of which only 2 is in bounds. */
    unsigned long i = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(i * 4 == 8);
    return table[i] > 4; /*@found*/
#elif KIND == 1
    /* The same where each address is asked for. */
    pthread_t other;
    unsigned long i = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(i * 4 == 8);
    pthread_create(&other, 0, writes, 0);
    int x = table[i]; /*@found*/
    pthread_join(other, 0);
    return x > 4;
#elif KIND == 2
    /* A negative one. */
    long i = __VERIFIER_nondet_long();
    __VERIFIER_assume(i < 0 && (unsigned long)i * 2 < 100);
    shorts[i] = 1; /*@found*/
#elif KIND == 3
    /* In bounds, however it is said. */
    unsigned long i = __VERIFIER_nondet_ulong();
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned u = __VERIFIER_nondet_uint();
    long k = __VERIFIER_nondet_long();
    __VERIFIER_assume(i < 4);
    assert(table[i] == (int)i + 1);
    int *p = table + i, *end = table + 4;
    assert(p[-(long)i] == 1 && *(p - i) == 1);
    assert(end[-(long)(c & 3) - 1] == 4 - (c & 3));
    /* Wraps around before it is widened. */
    __VERIFIER_assume(u >= -3u);
    assert(table[u + 3] == (int)(u + 4));
    __VERIFIER_assume(k >= -2 && k <= 1);
    assert(table[2 + k] == 3 + k && (table + 2)[k] == 3 + k);
    assert(end - (table + i) == (long)(4 - i));
#endif
    return 0;
}
