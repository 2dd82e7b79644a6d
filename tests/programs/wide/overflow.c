//@ check: overflow line=@bug message="does not fit into 128 bits"
//@ check --overflow ignore: safe
// The sum is one more than the greatest number.
#include <assert.h>

static volatile unsigned long words[2] = { ~0ul, ~0ul >> 1 };

int main(void)
{
    __int128 n = (__int128)words[1] << 64 | words[0];
    n = n + 1; /*@bug*/
    if (n > 0)
        return 0;
    return 0;
}
