//@ check --model rc11: safe
//@ check --model rc11 --release-sequence cpp20: data-race line=@read other=@write
//@ check --model rc11 --release-sequence c11: incomplete unsupported=contiguous
//@ check --model sc: safe
// The reader sees the second, relaxed store. By RC11 (and C11, since no store of another thread comes between) it belongs to the release sequence of
// the first, and so the reader knows the data. In C++20 only read-modify-writes belong to it. With c11
// the answer would be safe, but both neighbours of C11 are asked, and they differ.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused)
{
    (void)unused;
    data = 1; /*@write*/
    atomic_store_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        data++; /*@read*/
    pthread_join(t, 0);
    return 0;
}
