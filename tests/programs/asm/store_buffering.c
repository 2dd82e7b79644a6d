//@ check --model tso: safe
//@ check --model rc11: safe
// With a full fence between each thread's write and read, not both read 0; relaxed accesses alone do not say so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "primitives.h"

#ifndef FENCE
#define FENCE asm_full_fence
#endif

static atomic_int x, y;
static int a, b;

static void *one(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    FENCE();
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

static void *two(void *arg)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    FENCE();
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a || b); /*@bug*/
    return 0;
}
