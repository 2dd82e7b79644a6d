//@ check: safe executions=1
//@ check --model rc11: safe
// What each instruction gives back and leaves, in one thread.
#include <assert.h>
#include "primitives.h"

int main(void)
{
    static int n = 1;
    static long big = 1L << 40;
    assert(asm_exchange(&n, 2) == 1 && n == 2);
    assert(asm_exchange_long(&big, -1) == 1L << 40 && big == -1);
    assert(asm_compare(&n, 2, 3) == 2 && n == 3);
    assert(asm_compare(&n, 2, 9) == 3 && n == 3);
    assert(asm_swaps(&n, 3, 4) == 1 && n == 4);
    assert(asm_swaps(&n, 3, 9) == 0 && n == 4);
    assert(asm_swaps_flag(&n, 4, 5) && n == 5);
    assert(!asm_swaps_flag(&n, 4, 9) && n == 5);
    assert(asm_fetch_add(&n, -2) == 5 && n == 3);
    asm_increment(&n);
    asm_add(&n, 3);
    assert(n == 7);
    assert(!asm_decrement_is_zero(&n) && n == 6);
    asm_add(&n, -5);
    assert(asm_decrement_is_zero(&n) && n == 0);
    n = 5;
    assert(asm_subtract_is_not_zero(&n, 4) && !asm_subtract_is_not_zero(&n, 1));
    asm_full_fence();
    asm_full_fence_or();
    __asm__ __volatile__("mfence; lfence" : : : "memory");
    __asm__ __volatile__("sfence" : : : "memory");
    __asm__ __volatile__("rep; nop" : : : "memory");
    return 0;
}
