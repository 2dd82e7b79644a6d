//@ check --stub wrong=0: assertion
//@ check --stub wrong=1: assertion
//@ check --stub wrong=5: assertion
//@ check --stub wrong=6: safe
//@ check --model rc11 --stub wrong=5: assertion
// As confirm_swap_first.c, with the first compare-and-swap before the loop: a fast path (0 to 1), then
// a loop that adds 5.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int wrong(void);
static atomic_int x = 1;
static void *t1(void *arg)
{
    int r = 0;
    if (atomic_compare_exchange_strong(&x, &r, 1))
        return arg;
    while (!atomic_compare_exchange_strong(&x, &r, r + 5))
       ;
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
