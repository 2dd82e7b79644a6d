//@ check: liveness line=@wait thread=1 message="`flag` to change from 0"
// Nobody writes the flag.
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

    pthread_join(other, NULL);
    return 0;
}
