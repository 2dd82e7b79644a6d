//@ cflags: -Wno-atomic-alignment
//@ check: safe
//@ check --model rc11: safe
// None is lost if each is one operation.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic __int128 n;

static void *worker(void *arg)
{
    atomic_fetch_add(&n, (__int128)1 << 64);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(atomic_load(&n) == (__int128)2 << 64);
    return 0;
}
