//@ check: safe note=allocation output="no memory\n"
//@ check --explorer optimal: safe note=allocation
//@ check --explorer unfolding: safe note=allocation
// `malloc` of a negative size fails. So does `aligned_alloc` with an alignment that is no power of two, here as in POSIX's
// `posix_memalign`; glibc's `aligned_alloc` may as well.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int count = -1;
    void *volatile lots = malloc(count * sizeof(int));
    if (lots == NULL)
        puts("no memory");
    free(lots);
    void *block = aligned_alloc(24, 48);
    free(block);
    return 0;
}
