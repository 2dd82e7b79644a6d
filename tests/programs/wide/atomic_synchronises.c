//@ cflags: -Wno-atomic-alignment
//@ check: safe
//@ check --model rc11: safe
// What is written before a release of 16 bytes is there for who acquires it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ORDER
#define ORDER memory_order_release
#endif

static _Atomic struct { int *p; long tag; } box;
static int data;

static void *writer(void *arg)
{
    data = 7; /*@write*/
    __typeof__(atomic_load(&box)) full = { &data, 1 };
    atomic_store_explicit(&box, full, ORDER);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    __typeof__(atomic_load(&box)) seen = atomic_load_explicit(&box, memory_order_acquire);
    if (seen.tag)
        assert(*seen.p == 7); /*@read*/
    pthread_join(t, 0);
    return 0;
}
