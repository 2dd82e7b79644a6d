//@ check --explorer graph: safe
// The same, with what cannot be: x is never below -2, and is not raised by two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int a, b, found;

static void *tries(void *arg)
{
    while (atomic_fetch_add(&x, -1) == 0)
        atomic_fetch_add(&x, 1);
    return arg;
}

static void *lowers(void *arg)
{
    found = atomic_fetch_add(&x, -1);
    return arg;
}

static void *looks(void *arg)
{
    a = x;
    b = x;
    return arg;
}

int main(void)
{
    void *(*routines[3])(void *) = {tries, lowers, looks};
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, routines[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(a >= -2 && b <= a + 1 && x == -2);
    return 0;
}
