//@ check --model tso: safe executions=3
//@ check --model rc11: safe
// With a fence between them it does not.
#define FENCE __asm__ __volatile__("mfence" : : : "memory")
#include <assert.h>
#include <pthread.h>
#include "mov.h"

static int x, y, a, b;

static void *one(void *arg)
{
    asm_store(&x, 1);
    FENCE;
    a = asm_load(&y);
    return arg;
}

static void *two(void *arg)
{
    asm_store(&y, 1);
    FENCE;
    b = asm_load(&x);
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a || b);
    return 0;
}
