//@ check: use-after-free line=@wait|@free other=@wait|@free
//@ check --keep-going: use-after-free line=@wait|@free other=@wait|@free faults=1
//@ check --races explore: use-after-free line=@wait|@free other=@wait|@free
//@ check --model tso: use-after-free line=@wait|@free other=@wait|@free
//@ check --model rc11: use-after-free line=@wait|@free other=@wait|@free
// Whoever is let through first frees the barrier without pthread_barrier_destroy, which would wait for the other: that one may not
// have returned from pthread_barrier_wait. (POSIX promises nothing of the memory without it; glibc's threads use it until they return.)
// Main frees; the worker arrives first or last: two executions with the same fault, of the worker's wait and main's free.
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
    free(barrier); /*@free*/
    pthread_join(t, NULL);
    return 0;
}
