//@ check: liveness line=@one|@two
// Each sets what the other waits for, once it has got what it waits for itself.
#include "spin.h"

static atomic_int x, y;

static void *body(void *arg)
{
    while (!atomic_load(&x)) /*@one*/
        ;
    atomic_store(&y, 1);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, body, NULL);
    while (!atomic_load(&y)) /*@two*/
        ;
    atomic_store(&x, 1);
    pthread_join(other, NULL);
    return 0;
}
