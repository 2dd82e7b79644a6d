//@ check: safe note=allocation
// A size that looks negative: realloc fails as malloc does, and the old memory stays.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    volatile long size = -1;
    int *old = malloc(sizeof *old);
    *old = 7;
    int *p = realloc(old, (size_t)size);
    assert(!p && *old == 7);
    free(old);
    return 0;
}
