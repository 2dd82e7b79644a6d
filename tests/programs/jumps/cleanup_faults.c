//@ check: assertion line=@bug thread=1
// A handler takes part in what other threads do: this one finds that the other thread was not yet there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;

static void handler(void *arg)
{
    assert(atomic_load(&arrived) == *(int *)arg); /*@bug*/
}

static void *leaves(void *arg)
{
    int wanted = 1;
    pthread_cleanup_push(handler, &wanted);
    if (!arg)
        pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}

static void *arrives(void *arg)
{
    atomic_store(&arrived, 1);
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, leaves, 0);
    pthread_create(&u, 0, arrives, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
