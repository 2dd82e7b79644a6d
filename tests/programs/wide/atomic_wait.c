//@ cflags: -Wno-atomic-alignment
//@ check: safe
//@ check --model rc11: safe
// Waiting for 16 bytes to change needs no bound.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic struct { long ready, value; } shared;

static void *writer(void *arg)
{
    __typeof__(atomic_load(&shared)) next = { 1, 2 };
    atomic_store(&shared, next);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (!atomic_load(&shared).ready)
        ;
    pthread_join(t, 0);
    return atomic_load(&shared).value - 2;
}
