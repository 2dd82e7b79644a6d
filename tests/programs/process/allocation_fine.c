//@ check: safe note=none
// Powers of two, and sizes that are only large.
#include <stdlib.h>

int main(void)
{
    free(aligned_alloc(32, 64));
    void *p;
    if (posix_memalign(&p, 64, 10) == 0)
        free(p);
    free(malloc(1 << 20));
    return 0;
}
