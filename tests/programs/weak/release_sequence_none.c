//@ check --model rc11: data-race line=@read other=@write
//@ check --model rc11 --release-sequence cpp20: data-race line=@read other=@write
//@ check --model rc11 --release-sequence c11: data-race line=@read other=@write
// The first store is relaxed, so that there is no release sequence by any of the three.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused)
{
    data = 1; /*@write*/
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, writer, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 1)
        data++; /*@read*/
    pthread_join(a, 0);
    return 0;
}
