//@ check: safe executions=1
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool b;
static int array[3];
static _Atomic(int *) p = array;

int main(void) {
    assert(!atomic_exchange(&b, 1) && atomic_load(&b));
    _Bool expected = 1;
    assert(atomic_compare_exchange_strong(&b, &expected, 0) && !b);
    assert(atomic_fetch_add(&p, 2) == array && p == &array[2]);
    int *old = array;
    assert(!atomic_compare_exchange_strong(&p, &old, NULL) && old == &array[2]);
    assert(atomic_compare_exchange_strong(&p, &old, NULL) && p == NULL);
    return 0;
}
