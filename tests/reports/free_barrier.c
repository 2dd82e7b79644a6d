// Whoever is let through first frees the barrier without pthread_barrier_destroy, which would wait for the other: that one may not
// have returned from pthread_barrier_wait. (POSIX promises nothing of the memory without it; glibc's threads use it until they return.)
// Main frees; the worker arrives first or last: two executions with the same fault, of the worker's wait and main's free.
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *worker(void *arg)
{
    pthread_barrier_wait(barrier);
    return arg;
}

int main(void)
{
    pthread_t t;
    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_barrier_wait(barrier);
    free(barrier);
    pthread_join(t, NULL);
    return 0;
}
