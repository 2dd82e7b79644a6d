//@ cflags: -m32
//@ check: safe executions=1
// Blocks are aligned as is asked for, also to more than the parts that the memory is divided into.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    void *block;
    for (int skew = 0; skew < 5; skew++)
        for (unsigned align = 16; align <= 65536; align *= 2) {
            assert(posix_memalign(&block, align, 100) == 0 && (uintptr_t)block % align == 0);
            *(char *)block = 1;
            free(block);
            free(malloc(1));
        }
    return 0;
}
