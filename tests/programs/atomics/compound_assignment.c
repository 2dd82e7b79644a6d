//@ check: safe executions=1
// The operators on _Atomic variables, also those that become compare-and-swap loops.
#include <assert.h>

static _Atomic int x = 10;
static _Atomic unsigned char c = 255;
static _Atomic double d = 1.5;
static _Atomic(int *) p;
static int array[4];

int main(void) {
    assert(x++ == 10 && ++x == 12 && x-- == 12 && --x == 10);
    x += 5, x -= 3, x |= 1, x &= ~4, x ^= 2;
    assert(x == 11);
    x *= 3;
    x /= 2;
    x %= 7;
    x <<= 4;
    x >>= 1;
    assert(x == 16);
    assert(++c == 0 && c-- == 0 && c == 255);
    d += 2.25;
    assert(d == 3.75);
    p = array;
    p++;
    p = p + 2;
    assert(p == array + 3);
    return 0;
}
