//@ check: safe executions=0 blocked=1 note=abandoned
// The program ends while the thread waits for what nobody sends: that is no fault.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    while (!atomic_load(&flag))
        ;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    return 0;
}
