//@ check: incomplete unsupported=128
#include <assert.h>

volatile unsigned long a = 0xFFFFFFFFFFFFFFFFul;

int main(void) {
    unsigned __int128 product = (unsigned __int128)a * a;
    assert((unsigned long)(product >> 64) == a - 1);
    return 0;
}
