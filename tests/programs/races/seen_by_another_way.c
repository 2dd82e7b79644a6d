//@ check --model ra --keep-going: data-race
//@ check --model rc11 --keep-going: data-race
//@ check --model ra: data-race
// A racy program, of which some executions are come to in an order in which `d = 3` is an event, since somebody has accessed `d` atomically, and are
// shown in one in which nobody has: what cannot be shown does not stand in the way of the races that can. (Found by random programs.)
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int d = 1, e = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *waiter(void *arg)
{
    for (int i = 0; i < 2 && atomic_load_explicit(&y, memory_order_relaxed) == 0; i++) {
        int old = 1;
        __atomic_compare_exchange_n(&d, &old, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
    return arg;
}

static void *starter(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    return arg;
}

static void *writer(void *arg)
{
    if (atomic_load_explicit(&x, memory_order_acquire))
        d = 3;
    if (atomic_load_explicit(&x, memory_order_relaxed)) {
        e = 1;
        atomic_store_explicit(&y, 1, memory_order_relaxed);
    }
    if (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    pthread_mutex_lock(&m);
    pthread_create(&t[0], 0, waiter, 0);
    pthread_create(&t[1], 0, starter, 0);
    pthread_create(&t[2], 0, writer, 0);
    return 0;
}
