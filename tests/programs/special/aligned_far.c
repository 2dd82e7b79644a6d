//@ check: safe executions=1
// As ilp32/aligned.c, with addresses of 64 bits.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *block;
    for (int skew = 0; skew < 5; skew++)
        for (unsigned align = 16; align <= 1 << 20; align *= 2) {
            assert(posix_memalign(&block, align, 100) == 0 && (uintptr_t)block % align == 0);
            *(char *)block = 1;
            free(block);
            free(malloc(1));
        }
    return 0;
}
