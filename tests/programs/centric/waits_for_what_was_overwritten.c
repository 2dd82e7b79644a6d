//@ check: liveness line=@wait thread=3
//@ check --explorer source: liveness line=@wait thread=3
//@ check --explorer vc: liveness line=@wait thread=3
//@ check --explorer dc: liveness line=@wait thread=3
// Who goes by what is read does not order the two writes, and must ask whether the wrong one can be the last.
#include "../spin/spin.h"

static atomic_int flag;

static void *set(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

static void *clear(void *arg)
{
    atomic_store(&flag, 0);
    return arg;
}

static void *await(void *arg)
{
    while (!atomic_load(&flag)) /*@wait*/
        ;
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, set, NULL);
    pthread_create(&threads[1], NULL, clear, NULL);
    pthread_create(&threads[2], NULL, await, NULL);

    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
