//@ cflags: -m32
//@ check --model sc: safe
//@ check --model tso: assertion
//@ check --model rc11: assertion
// Store buffering, through pointers in memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long x, y;
static atomic_long *const first[] = {&x, &y};
static long seen[2];

static void *work(void *arg)
{
    long me = (long)arg;
    atomic_store_explicit(first[me], 1, memory_order_relaxed);
    seen[me] = atomic_load_explicit(first[1 - me], memory_order_relaxed);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)0L);
    pthread_create(&b, NULL, work, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen[0] || seen[1]);
    return 0;
}
