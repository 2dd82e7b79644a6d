//@ check: overflow line=@sum message="signed addition overflows"
// A sum that does not fit is looked at in part: the fault is the addition (C11 6.5p5), not what decides something by it.
#include <limits.h>

static int limit = INT_MAX;

int main(void)
{
    int sum = limit + /*@sum*/ 1;
    unsigned low = ((unsigned)sum & 0xFFu) | 2;
    if (low > 7)
        return 0;
    return 0;
}
