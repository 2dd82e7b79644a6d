//@ check --explorer graph: assertion
// All accesses are read-modify-writes. That of the third thread may come between those of a round of the second, which is
// no round that is taken back then: b is 2 if x was 1 when the second had raised it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1;
static int b;

static void *lowers(void *arg)
{
    atomic_fetch_add(&x, -1);
    return arg;
}

static void *tries(void *arg)
{
    for (;;) {
        if (atomic_fetch_add(&x, 1) == 0)
            break;
        atomic_fetch_add(&x, -1);
    }
    return arg;
}

static void *raises(void *arg)
{
    b = atomic_fetch_add(&x, 1);
    atomic_fetch_add(&x, -1);
    return arg;
}

int main(void)
{
    void *(*routines[3])(void *) = {lowers, tries, raises};
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, routines[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(b != 2);
    return 0;
}
