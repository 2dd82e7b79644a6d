//@ check: safe
// Dekker's algorithm, whose loops contain loops, and take wishes back.
#include "spin.h"

static atomic_int wants[2], turn;
static int shared;

static void *body(void *arg)
{
    int me = *(int *)arg, you = 1 - me;
    atomic_store(&wants[me], 1);
    while (atomic_load(&wants[you])) {
        if (atomic_load(&turn) != me) {
            atomic_store(&wants[me], 0);
            while (atomic_load(&turn) != me)
                ;
            atomic_store(&wants[me], 1);
        }
    }
    shared++;
    atomic_store(&turn, you);
    atomic_store(&wants[me], 0);
    return arg;
}

int main(void)
{
    run(2);
    assert(shared == 2);
    return 0;
}
