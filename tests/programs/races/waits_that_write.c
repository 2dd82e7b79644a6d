//@ check: data-race line=@read other=@swap
//@ check --explorer naive: data-race line=@read other=@swap
//@ check --explorer source: data-race line=@read other=@swap
//@ check --explorer optimal: data-race line=@read other=@swap
//@ check --explorer unfolding --races report: data-race line=@read other=@swap
//@ check --explorer rf: data-race line=@read other=@swap
//@ check --explorer rvf: data-race line=@read other=@swap
// Both threads wait until the program ends, and write what is there already in each round. Whoever does so after the other comes after all that the other has done:
// the plain read races with the exchange of `second` only if that comes before the one of `first`.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int never;
static int value;

static void *first(void *arg)
{
    int seen;
    while (seen = value, atomic_load(&never) == 0) /*@read*/
        __atomic_fetch_or(&value, 0, __ATOMIC_SEQ_CST);
    return seen ? NULL : arg;
}

static void *second(void *arg)
{
    while (atomic_load(&never) == 0)
        __atomic_fetch_or(&value, 0, __ATOMIC_SEQ_CST); /*@swap*/
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    return 0;
}
