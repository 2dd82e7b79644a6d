//@ check: safe executions=1
// Signed and unsigned minimum and maximum (clang's extension).
#include <assert.h>

static int s = -3;
static unsigned u = 4000000000u;

int main(void) {
    assert(__atomic_fetch_max(&s, 2, __ATOMIC_SEQ_CST) == -3 && s == 2);
    assert(__atomic_fetch_min(&s, -7, __ATOMIC_SEQ_CST) == 2 && s == -7);
    assert(__atomic_fetch_max(&u, 5, __ATOMIC_SEQ_CST) == 4000000000u && u == 4000000000u);
    assert(__atomic_min_fetch(&u, 5, __ATOMIC_SEQ_CST) == 5);
    return 0;
}
