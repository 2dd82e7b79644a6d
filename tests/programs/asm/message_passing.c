//@ check: safe
//@ check --model rc11: safe
// sfence is at least a release fence, lfence an acquire fence: the data is there with the flag, and there is no race.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *arg)
{
    data = 1;
    _mm_sfence();
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        __asm__ __volatile__("lfence" : : : "memory");
        assert(data == 1);
    }
    pthread_join(t, 0);
    return 0;
}
