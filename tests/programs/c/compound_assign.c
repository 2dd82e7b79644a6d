//@ check: safe executions=1
#include <assert.h>

int main(void) {
    unsigned char c = 250;
    c += 10;
    assert(c == 4);
    int x = 7;
    x *= 3, x -= 1, x /= 4, x %= 3, x <<= 3, x |= 5, x &= 13, x ^= 1;
    assert(x == 4);
    c = 1;
    assert(c-- == 1 && c-- == 0 && c == 255 && ++c == 0);
    return 0;
}
