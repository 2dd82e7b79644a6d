//! --symbolic
// What the input is found with is also held against the other memory models, and help is looked for.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
int __VERIFIER_nondet_int(void);
static atomic_int cmd, arg, seen;
static int w(void *a)
{
    (void)a;
    if (atomic_load_explicit(&cmd, memory_order_acquire)) {
        int v = atomic_load_explicit(&arg, memory_order_relaxed);
        assert(v > 0);
        atomic_store(&seen, v);
    }
    return 0;
}
int main(void)
{
    thrd_t t;
    int v = __VERIFIER_nondet_int();
    if (v <= 0) return 0;
    thrd_create(&t, w, NULL);
    atomic_store_explicit(&arg, v, memory_order_relaxed);
    atomic_store_explicit(&cmd, 1, memory_order_relaxed);
    thrd_join(t, NULL);
    assert(seen == 0 || seen == v);
    return 0;
}
