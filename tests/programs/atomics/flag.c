//@ check: safe executions=1
#include <assert.h>
#include <stdatomic.h>

static atomic_flag f = ATOMIC_FLAG_INIT;

int main(void) {
    assert(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f));
    atomic_flag_clear(&f);
    assert(!atomic_flag_test_and_set_explicit(&f, memory_order_acquire));
    return 0;
}
