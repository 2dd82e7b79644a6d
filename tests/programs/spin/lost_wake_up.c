//@ check: liveness line=@wait
// The waiter may look before, or after, but not while the flag is up.
#include "spin.h"

static atomic_int flag;

static void *body(void *arg)
{
    while (!atomic_load(&flag)) /*@wait*/
        ;
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    atomic_store(&flag, 1);
    atomic_store(&flag, 0);
    pthread_join(other, NULL);
    return 0;
}
