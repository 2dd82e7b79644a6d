//@ check: safe executions=1
// A barrier for the compiler is nothing, nor is alignment of code, nor a hint to the processor.
#include <assert.h>

int main(void) {
    int x = 1;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile(".p2align 5\n\tnop\n\t.p2align 4");
    __asm__ volatile("rep; nop");
    x++;
    assert(x == 2);
    return 0;
}
