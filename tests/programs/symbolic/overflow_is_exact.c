//@ check --symbolic: safe
// Whether a sum or a difference fits is decided by its sign, or by one comparison; long arithmetic says the same, for
// every input. One branch for each, so that nothing else decides.
#include <assert.h>
#include <limits.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

static void agree(int overflows, int differs)
{
    assert(!overflows == !differs);
}

static void numbers(int a, int b, int c)
{
    int r;
    long sum = (long)a + b, less = (long)a - b, from = (long)c - a;
    agree(__builtin_sadd_overflow(a, b, &r), sum < INT_MIN || sum > INT_MAX);
    agree(__builtin_ssub_overflow(a, b, &r), less < INT_MIN || less > INT_MAX);
    agree(__builtin_ssub_overflow(c, a, &r), from < INT_MIN || from > INT_MAX);
}

static void unsigned_numbers(unsigned a, unsigned b, unsigned c)
{
    unsigned r;
    agree(__builtin_uadd_overflow(a, b, &r), (unsigned long)a + b > UINT_MAX);
    agree(__builtin_usub_overflow(a, b, &r), a < b);
    agree(__builtin_usub_overflow(c, a, &r), c < a);
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    numbers(a, b, 100);
    numbers(a, b, -7);
    numbers(a, b, 0);
    numbers(a, b, INT_MIN);
    unsigned_numbers(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint(), 9);
    return 0;
}
