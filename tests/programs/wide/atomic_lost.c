//@ cflags: -Wno-atomic-alignment
//@ check: assertion line=@bug
//@ check --model rc11: assertion line=@bug
// A load and a store are two operations: an increment is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic __int128 n;

static void *worker(void *arg)
{
    atomic_store(&n, atomic_load(&n) + ((__int128)1 << 64));
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(atomic_load(&n) == (__int128)2 << 64); /*@bug*/
    return 0;
}
