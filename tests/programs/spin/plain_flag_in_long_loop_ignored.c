//@ check --races ignore: incomplete limit=plain-wait
//@ check --races explore: safe
// A wait for a plain flag that is looked at together with an atomic one. The flag is set after the wait may have begun; explorers let the thread with the
// lower number go first, so that it waits in some execution.
#include "spin.h"

static volatile int flag;
static atomic_int state, started;

static void *body(void *arg)
{
    if (*(int *)arg) {
        while (!atomic_load(&started))
            ;
        flag = 1;
    } else {
        atomic_store(&started, 1);
        while (atomic_load(&state) == 0 && !flag)
            ;
    }
    return NULL;
}

int main(void)
{
    run(2);
    return 0;
}
