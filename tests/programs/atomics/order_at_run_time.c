//@ check: safe executions=1
// An order that the compiler does not know: a switch in the code.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;
volatile int order = memory_order_release;

int main(void) {
    atomic_store_explicit(&x, 4, order);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 4);
    return 0;
}
