//@ check: safe executions=6
//@ check --model rc11: safe executions=6
// The first compare-and-swap expects a constant. Each that follows expects what the last one has
// found. Three increments: 3! = 6 orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *increment(void *arg)
{
    int seen = 0;
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1))
        ;
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, increment, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(x == 3);
    return 0;
}
