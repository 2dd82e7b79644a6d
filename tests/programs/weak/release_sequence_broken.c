//@ check --model rc11: safe
//@ check --model rc11 --release-sequence cpp20: data-race line=@read other=@write
//@ check --model rc11 --release-sequence c11: incomplete unsupported=contiguous
// The store of the other thread may come between the release store and the relaxed one that the reader sees. Then this one does not belong to
// the sequence by C11 (5.1.2.4p10), and by C++20 never; by RC11 it always does. So C11 has a race that rc11 has not, and the verdict with c11 is not safe.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused)
{
    data = 1; /*@write*/
    atomic_store_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return unused;
}

static void *between(void *unused)
{
    atomic_store_explicit(&flag, 3, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, between, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        data++; /*@read*/
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
