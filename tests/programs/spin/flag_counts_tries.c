//@ check: safe executions=1
// Nobody looks at the number of tries.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    int tries = 0;
    while (!atomic_load(&flag))
        tries++;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    pthread_join(other, NULL);
    return 0;
}
