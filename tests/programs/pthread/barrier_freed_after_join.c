//@ check: safe
//@ check --races explore: safe
//@ check --model tso: safe
//@ check --model rc11: safe
// Not destroyed, but freed after the other thread was joined: then its wait has returned.
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *worker(void *arg)
{
    pthread_barrier_wait(barrier); /*@wait*/
    return arg;
}

int main(void)
{
    pthread_t t;
    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(barrier);

    pthread_join(t, NULL);
    free(barrier);
    return 0;
}
