//@ check: safe
//@ check --symbolic: safe
// Nothing is added to the byte that nobody has written, so no carry comes out of it.
#include <assert.h>
int __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned w;
    unsigned char x = __VERIFIER_nondet_bool() ? 200 : 3;
    ((unsigned char *)&w)[1] = x;
    ((unsigned char *)&w)[2] = 0;
    unsigned e = x & 3;
    assert((((w + 256u) >> 8) & 0xFFFF) == x + 1u);
    assert((((w + (e << 8)) >> 8) & 0xFFFF) == x + e);
    assert((((w - (e << 8)) >> 8) & 0xFFFF) == x - e);
    assert((((w * 1u) >> 8) & 0xFF) == x);
    assert((((w * 256u) >> 16) & 0xFF) == x);
    return 0;
}
