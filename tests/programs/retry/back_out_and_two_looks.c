//@ check --explorer graph: assertion
// A thread takes back what it did, and then succeeds; another one looks at x twice. That the first is seen in between is part
// of the past of what it does next: else the execution is lost in which the second has looked twice before.
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
    // The first has lowered x, and raised it again; then the second has lowered it.
    assert(!(a == -1 && b == 0 && found == 0));
    return 0;
}
