//@ check --model sc: safe executions=3
//@ check --model tso: assertion line=@both
//@ check --model rc11: assertion line=@both
// A load goes before an earlier store.
#include <assert.h>
#include <pthread.h>
#include "mov.h"

static int x, y, a, b;

static void *one(void *arg)
{
    asm_store(&x, 1);
    a = asm_load(&y);
    return arg;
}

static void *two(void *arg)
{
    asm_store(&y, 1);
    b = asm_load(&x);
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(a || b); /*@both*/
    return 0;
}
