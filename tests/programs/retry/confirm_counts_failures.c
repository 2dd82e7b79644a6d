//@ check: assertion
//@ check --model rc11: assertion
//@ check --explorer optimal: assertion
// How often the compare-and-swap has failed decides what is written: these rounds are not in vain.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *body(void *arg)
{
    int seen = x, failed = 0;
    while (!atomic_compare_exchange_strong(&x, &seen, seen + 1 + failed))
        failed = 1;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, body, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(x == 2);
    return 0;
}
