//@ check: overflow line=@bug
// 2^126 times 2 is one more than the greatest number; times -2 it fits.
#include <assert.h>

static volatile long two = 2;

int main(void)
{
    __int128 n = (__int128)1 << 126;
    assert(n * -two < 0);
    if (n * two > 0) /*@bug*/
        return 0;
    return 0;
}
