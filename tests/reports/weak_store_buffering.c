// Dekker's entry protocol with relaxed accesses: both threads may enter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int inside;

static void enter(int me)
{
    atomic_store_explicit(&wants[me], 1, memory_order_relaxed);
    if (atomic_load_explicit(&wants[1 - me], memory_order_relaxed) == 0)
        assert(atomic_fetch_add(&inside, 1) == 0);
}

static void *left(void *arg)
{
    enter(0);
    return arg;
}

static void *right(void *arg)
{
    enter(1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
