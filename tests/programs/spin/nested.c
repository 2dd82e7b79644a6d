//@ check: safe executions=1
// A wait for each of three, within a loop that counts.
#include "spin.h"

static atomic_int ready[3];

static void *body(void *arg)
{
    for (int i = 0; i < 3; i++)
        while (!atomic_load(&ready[i]))
            ;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    for (int i = 2; i >= 0; i--)
        atomic_store(&ready[i], 1);
    pthread_join(other, NULL);
    return 0;
}
