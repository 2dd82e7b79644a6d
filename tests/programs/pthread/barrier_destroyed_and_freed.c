//@ check: safe
//@ check --races explore: safe
//@ check --model tso: safe
//@ check --model rc11: safe
// pthread_barrier_destroy waits for those who have not yet returned from their wait, so the memory may be freed then.
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
    pthread_barrier_destroy(barrier);
    free(barrier);
    pthread_join(t, NULL);
    return 0;
}
