//@ check: safe executions=1
// The older __sync builtins.
#include <assert.h>

static int x = 5;
static unsigned char b;

int main(void) {
    assert(__sync_fetch_and_add(&x, 2) == 5 && __sync_add_and_fetch(&x, 1) == 8);
    assert(__sync_fetch_and_sub(&x, 1) == 8 && __sync_sub_and_fetch(&x, 1) == 6);
    assert(__sync_fetch_and_or(&x, 1) == 6 && __sync_and_and_fetch(&x, 5) == 5 && __sync_xor_and_fetch(&x, 4) == 1);
    assert(__sync_bool_compare_and_swap(&x, 1, 9) && !__sync_bool_compare_and_swap(&x, 1, 10));
    assert(__sync_val_compare_and_swap(&x, 9, 11) == 9 && x == 11);
    assert(__sync_lock_test_and_set(&b, 1) == 0 && b == 1);
    __sync_lock_release(&b);
    assert(b == 0);
    __sync_synchronize();
    return 0;
}
