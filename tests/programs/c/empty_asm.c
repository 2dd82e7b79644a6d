//@ check: safe executions=1
// A barrier for the compiler is nothing.
#include <assert.h>

int main(void) {
    int x = 1;
    __asm__ volatile("" ::: "memory");
    x++;
    assert(x == 2);
    return 0;
}
