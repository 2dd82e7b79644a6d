//@ check: safe executions=1
// The __atomic builtins of GCC: both ways round, each operation.
#include <assert.h>
#include <stdbool.h>

static int x = 5;
static long y;

int main(void) {
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 5);
    __atomic_store_n(&x, 6, __ATOMIC_RELEASE);
    assert(__atomic_exchange_n(&x, 7, __ATOMIC_ACQ_REL) == 6);
    assert(__atomic_add_fetch(&x, 3, __ATOMIC_RELAXED) == 10 && __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED) == 10);
    assert(__atomic_sub_fetch(&x, 1, __ATOMIC_RELAXED) == 10 && __atomic_fetch_sub(&x, 1, __ATOMIC_RELAXED) == 10);
    assert(__atomic_or_fetch(&x, 6, __ATOMIC_RELAXED) == 15 && __atomic_and_fetch(&x, 12, __ATOMIC_RELAXED) == 12);
    assert(__atomic_xor_fetch(&x, 5, __ATOMIC_RELAXED) == 9 && __atomic_nand_fetch(&x, 1, __ATOMIC_RELAXED) == -2);
    assert(__atomic_fetch_nand(&x, -1, __ATOMIC_RELAXED) == -2 && x == 1);
    int expected = 0, desired = 8;
    assert(!__atomic_compare_exchange_n(&x, &expected, 3, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) && expected == 1);
    assert(__atomic_compare_exchange(&x, &expected, &desired, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && x == 8);
    long in = 4, out;
    __atomic_store(&y, &in, __ATOMIC_SEQ_CST);
    __atomic_load(&y, &out, __ATOMIC_ACQUIRE);
    assert(out == 4);
    bool flag = false;
    assert(!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) && __atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
    __atomic_clear(&flag, __ATOMIC_RELEASE);
    assert(!flag);
    return 0;
}
