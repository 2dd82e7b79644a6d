//@ check: safe executions=1
// What `mov` reads and writes, in one thread.
#include <assert.h>
#include "mov.h"

int main(void)
{
    static int n = 1;
    static void *p = &n;
    static char bytes[3] = {1, 2, 3};
    assert(asm_load(&n) == 1);
    asm_store(&n, -7);
    assert(n == -7 && asm_load(&n) == -7);
    asm_store(&n, asm_load(&n) + 1);
    assert(n == -6);
    assert(asm_load_pointer(&p) == &n);
    asm_store_byte(&bytes[1]);
    assert(bytes[0] == 1 && bytes[1] == -3 && bytes[2] == 3);
    return 0;
}
