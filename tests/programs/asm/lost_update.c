//@ check: assertion line=@bug
// Each increment is atomic, but the test between them is not.
#include <assert.h>
#include <pthread.h>
#include "primitives.h"

static volatile int n;

static void *worker(void *arg)
{
    int seen = asm_fetch_add(&n, 0);
    asm_exchange(&n, seen + 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(asm_fetch_add(&n, 0) == 2); /*@bug*/
    return 0;
}
