//@ check --model rc11: assertion
//@ check --model tso: assertion
//@ check --model ra: assertion
// The fault is met before the others have moved, so that the schedule does not name them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *body(void *arg)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    assert(atomic_load_explicit(&y, memory_order_relaxed) == 1);
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
