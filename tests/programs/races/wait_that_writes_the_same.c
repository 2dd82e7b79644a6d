//@ check: data-race line=@swap other=@read
//@ check --explorer source: data-race line=@swap other=@read
//@ check --explorer optimal: data-race line=@swap other=@read
//@ check --explorer unfolding --races report: data-race line=@swap other=@read
// As long as `flag` is 1, the compare-and-swap writes it: 1 again, so that the thread waits. In the end it finds 0 and fails, which is only a
// read. The plain read of the other thread conflicts with the first, not with the second, and comes after neither.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag = 1, between;

static void *waits(void *arg)
{
    int expected;
    while (expected = 1, atomic_compare_exchange_strong(&flag, &expected, 1)) /*@swap*/
        ;
    return arg;
}

static void *ends(void *arg)
{
    atomic_store(&flag, 0);
    atomic_store(&between, 1);
    return *(int *)&flag == 5 ? NULL : arg; /*@read*/
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, ends, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
