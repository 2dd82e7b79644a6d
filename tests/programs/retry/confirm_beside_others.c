//@ check --stub wrong=0: safe
//@ check --stub wrong=12: safe
//@ check --stub wrong=10: assertion
//@ check --stub wrong=11: assertion
//@ check --stub wrong=20: assertion
//@ check --stub wrong=21: assertion
//@ check --stub wrong=22: assertion
//@ check --model rc11 --stub wrong=0: safe
//@ check --model rc11 --stub wrong=12: safe
//@ check --model rc11 --stub wrong=10: assertion
//@ check --model rc11 --stub wrong=11: assertion
//@ check --model rc11 --stub wrong=20: assertion
//@ check --model rc11 --stub wrong=21: assertion
//@ check --model rc11 --stub wrong=22: assertion
// A retry loop that doubles x, beside an addition of 1 and a store of 10; x is 1 at first. The six
// orders: double, add, store and add, double, store end with 10; double, store, add with 11; add, store,
// double with 20; store, double, add with 21; store, add, double with 22.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int wrong(void);

static atomic_int x = 1;

static void *doubles(void *arg)
{
    int seen = x;
    while (!atomic_compare_exchange_strong(&x, &seen, 2 * seen))
        ;
    return arg;
}

static void *adds(void *arg)
{
    atomic_fetch_add(&x, 1);
    return arg;
}

static void *stores(void *arg)
{
    x = 10;
    return arg;
}

int main(void)
{
    void *(*bodies[])(void *) = { doubles, adds, stores };
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, bodies[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(x != wrong());
    return 0;
}
