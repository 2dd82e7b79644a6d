//@ check --stub wrong=0: assertion
//@ check --stub wrong=1: assertion
//@ check --stub wrong=10: assertion
//@ check --stub wrong=2: safe
//@ check --model rc11 --stub wrong=1: assertion
// The first compare-and-swap expects 0, those that follow what the last one has found. It is no load:
// had it found the 0 that is stored later, it would have succeeded, with 10 for 1. x is 1 if it finds
// the 1, the second one the 0, and the third succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int wrong(void);
static atomic_int x = 1;
static void *t1(void *arg)
{
    int r = 0, d = 10;
    while (!atomic_compare_exchange_strong(&x, &r, r + d))
        d = 1;
    return arg;
}
static void *t2(void *arg) { x = 0; return arg; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x != wrong());
    return 0;
}
