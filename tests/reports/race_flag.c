// A result is announced by a relaxed flag: the reader may see the flag and not the result.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static double ratio;
static atomic_bool ready;

static void *producer(void *arg)
{
    ratio = 0.25;
    atomic_store_explicit(&ready, true, memory_order_relaxed);
    return arg;
}

static void *consumer(void *arg)
{
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    static double seen;
    seen = ratio * 2;
    return arg;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
