//@ check: data-race
//@ check --explorer vc: data-race
//@ check --explorer dc: data-race
// Two threads write the same value, but only after one of them is it safe to read the data.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *arg)
{
    data = 1;
    atomic_store(&ready, 1);
    return arg;
}

static void *pretend(void *arg)
{
    atomic_store(&ready, 1);
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, produce, NULL);
    pthread_create(&second, NULL, pretend, NULL);

    int result = 0;
    if (atomic_load(&ready))
        result = data;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    (void)result;
    return 0;
}
