//@ cflags: -m32
//@ check --symbolic: out-of-bounds line=@bug
// The index may be 8.
#include <stddef.h>

extern size_t __VERIFIER_nondet_size_t(void);
static long a[8];

int main(void)
{
    size_t n = __VERIFIER_nondet_size_t();
    if (n <= 8)
        a[n] = 1; /*@bug*/
    return 0;
}
