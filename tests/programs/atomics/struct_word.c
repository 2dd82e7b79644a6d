//@ check: safe executions=1
// A struct that fits a word is exchanged as one.
#include <assert.h>
#include <stdatomic.h>

struct pair {
    int a, b;
};
static _Atomic struct pair p;

int main(void) {
    atomic_store(&p, ((struct pair){1, 2}));
    struct pair seen = atomic_exchange(&p, ((struct pair){3, 4}));
    assert(seen.a == 1 && seen.b == 2);
    struct pair expected = {3, 4};
    assert(atomic_compare_exchange_strong(&p, &expected, ((struct pair){5, 6})));
    seen = atomic_load(&p);
    assert(seen.a == 5 && seen.b == 6);
    return 0;
}
