//@ cflags: -Wno-atomic-alignment
//@ check: safe
//@ check --model rc11: safe executions=3
// A write of 16 bytes is seen whole: both words are those of one write. The reader sees the initial value or one of two writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic struct { long a, b; } shared;

static void *writer(void *arg)
{
    for (long n = 1; n <= 2; n++) {
        __typeof__(atomic_load(&shared)) pair = { n, -n };
        atomic_store_explicit(&shared, pair, memory_order_relaxed);
    }
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    __typeof__(atomic_load(&shared)) seen = atomic_load_explicit(&shared, memory_order_relaxed);
    assert(seen.a == -seen.b);
    pthread_join(t, 0);
    return 0;
}
