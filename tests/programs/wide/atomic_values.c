//@ cflags: -Wno-atomic-alignment
//@ check: safe executions=1
//@ check --model rc11: safe
//@ check --races explore: safe
// What each operation gives back and leaves, in one thread.
#include <assert.h>
#include <stdatomic.h>

struct pair {
    void *p;
    long tag;
};

static _Atomic struct pair head;
static __int128 n;

int main(void)
{
    static int a, b;
    struct pair seen = atomic_load(&head), next = { &a, 1 };
    assert(!seen.p && !seen.tag);
    assert(atomic_compare_exchange_strong(&head, &seen, next));
    next.tag = 2;
    assert(!atomic_compare_exchange_strong(&head, &seen, next));
    assert(seen.p == &a && seen.tag == 1);
    seen.tag = 9;
    assert(!atomic_compare_exchange_strong(&head, &seen, next) && seen.tag == 1);
    next.p = &b;
    seen = atomic_exchange(&head, next);
    assert(seen.p == &a && seen.tag == 1);
    next.tag = 3;
    atomic_store_explicit(&head, next, memory_order_release);
    seen = atomic_load_explicit(&head, memory_order_acquire);
    assert(seen.p == &b && seen.tag == 3 && *(int *)seen.p == 0);

    __int128 one = 1;
    __atomic_store(&n, &one, __ATOMIC_RELAXED);
    assert(__atomic_fetch_add(&n, (__int128)1 << 64, __ATOMIC_SEQ_CST) == 1);
    assert(__atomic_sub_fetch(&n, 2, __ATOMIC_SEQ_CST) == ((__int128)1 << 64) - 1);
    assert(__atomic_fetch_or(&n, (__int128)1 << 100, __ATOMIC_RELAXED) == ~0ul);
    assert(__atomic_and_fetch(&n, (__int128)3 << 99 | 7, __ATOMIC_RELAXED) == ((__int128)1 << 100 | 7));
    assert(__sync_bool_compare_and_swap(&n, (__int128)1 << 100 | 7, -5));
    assert(__atomic_fetch_xor(&n, -1, __ATOMIC_ACQ_REL) == -5);
    assert(__atomic_load_n(&n, __ATOMIC_SEQ_CST) == 4);
    return 0;
}
