//@ check --explorer graph: incomplete limit=takes-back
// x is never free: the thread takes back what it did, and tries again, for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *tries(void *arg)
{
    while (atomic_fetch_sub(&x, 1) <= 0)
        atomic_fetch_add(&x, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, tries, NULL);
    pthread_join(t, NULL);
    return 0;
}
