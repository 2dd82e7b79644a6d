//@ check --races ignore: liveness
//@ check --races ignore --model rc11: liveness
//@ check --races ignore --explorer optimal: liveness
// Nobody writes the flag while others run: whether races are looked for or not, the wait has no end.
#include "spin.h"

static volatile int flag;
static int other;

static void *body(void *arg)
{
    if (*(int *)arg)
        other = 1;
    else
        while (!flag)
            ;
    return NULL;
}

int main(void)
{
    flag = 1;
    flag = 0;
    run(2);
    return 0;
}
