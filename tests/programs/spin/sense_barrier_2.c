//@ check: safe executions=2
// A barrier whose last arrival turns the sense round: two orders of arrival.
#include "spin.h"

static atomic_int missing = 2, sense;
static int before[2];

static void *body(void *arg)
{
    int me = *(int *)arg;
    before[me] = 1;
    if (atomic_fetch_sub(&missing, 1) == 1) {
        atomic_store(&missing, 2);
        atomic_store(&sense, 1);
    } else {
        while (!atomic_load(&sense))
            ;
    }
    assert(before[1 - me]);
    return arg;
}

int main(void)
{
    run(2);
    return 0;
}
