//@ check: safe executions=1
// Each C11 operation on one width, in one thread.
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static _Atomic int8_t x = 5;

int main(void) {
    assert(atomic_load(&x) == 5);
    atomic_store(&x, 7);
    assert(atomic_exchange(&x, 9) == 7);
    assert(atomic_fetch_add(&x, 3) == 9 && atomic_fetch_sub(&x, 2) == 12);
    assert(atomic_fetch_or(&x, 0x21) == 10 && atomic_fetch_and(&x, 0x0F) == 0x2B && atomic_fetch_xor(&x, 6) == 0x0B);
    int8_t expected = 1;
    assert(!atomic_compare_exchange_strong(&x, &expected, 2) && expected == 0x0D);
    assert(atomic_compare_exchange_strong(&x, &expected, 2) && expected == 0x0D && x == 2);
    bool done = atomic_compare_exchange_weak(&x, &(int8_t){3}, 4);
    assert(!done && x == 2);
    atomic_store(&x, 0);
    atomic_fetch_sub(&x, 1);
    assert(x == (int8_t)-1);
    atomic_fetch_add(&x, 1);
    assert(x == 0);
    return 0;
}
