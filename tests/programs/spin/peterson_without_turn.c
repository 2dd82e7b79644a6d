//@ check: liveness line=@wait
// Both want, and each waits for the other to give up.
#include "spin.h"

static atomic_int wants[2];
static int shared;

static void *body(void *arg)
{
    int me = *(int *)arg, you = 1 - me;
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[you])) /*@wait*/
        ;
    shared++;
    atomic_store(&wants[me], 0);
    return arg;
}

int main(void)
{
    run(2);
    return 0;
}
