//@ check --model rc11: data-race line=@read other=@write
//@ check --model rc11 --release-sequence rc11: safe
//@ check --model rc11 --release-sequence cpp20: data-race line=@read other=@write
//@ check --model sc: safe
// The name of a function is one of C++, in which a later relaxed store of the same thread does not belong to the release sequence
// (C++20, 6.9.2.1): that is the default then.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

void *writer(void *unused) __asm__("_Z6writerPv");

void *writer(void *unused)
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
