//@ cflags: -m32
//@ check --symbolic: safe
//@ check --symbolic --explorer unfolding: safe
// A long that is input has 32 bits; so has what is added to a pointer.
#include <assert.h>
#include <limits.h>
#include <stddef.h>

extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern long long __VERIFIER_nondet_longlong(void);

static int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void)
{
    long l = __VERIFIER_nondet_long();
    unsigned long u = __VERIFIER_nondet_ulong();
    long long w = __VERIFIER_nondet_longlong();
    assert((long long)l >= INT_MIN && (long long)l <= INT_MAX && (unsigned long long)u <= UINT_MAX);
    if (w == 1LL << 40)
        assert((long)w == 0);
    size_t n = __VERIFIER_nondet_size_t();
    if (n < 8) {
        int *p = &a[n];
        assert(*p == (int)n + 1 && p - a == (long)n);
    }
    return 0;
}
