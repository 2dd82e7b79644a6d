//@ check: safe executions=2
//@ check --model tso: safe
//@ check --model rc11: safe
//@ check --explorer naive: safe
// x86 orders loads, and stores: who sees the flag sees the message.
#include <assert.h>
#include <pthread.h>
#include "mov.h"

static int message, flag;

static void *writer(void *arg)
{
    message = 42;
    asm_store(&flag, 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (asm_load(&flag))
        assert(message == 42);
    pthread_join(t, 0);
    return 0;
}
