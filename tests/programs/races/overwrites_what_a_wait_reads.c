//@ check: data-race|liveness
//@ check --keep-going: data-race|liveness
//@ check --model rc11: data-race
//@ check --explorer naive: data-race
//@ check --explorer optimal: data-race
// The first thread waits for `data` to be 0 by adding 0, which is a read to the explorer. The second one's addition overwrites what that has
// read, and races with the plain store: but not in an execution in which it comes after an addition.
// If it comes before the plain store, the store wipes it out, and the first thread waits for ever: an explorer may meet that fault first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;
static atomic_int data;

static void *first(void *arg)
{
    while (atomic_load(&go) == 0)
        ;
    *(int *)&data = 1;
    while (atomic_fetch_add(&data, 0) != 0)
        ;
    return arg;
}

static void *second(void *arg)
{
    while (atomic_fetch_add(&data, 0) != 1)
        ;
    atomic_store(&go, 1);
    return arg;
}

static void *third(void *arg)
{
    atomic_store(&go, 1);
    return *(int *)&go == 1 ? arg : NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_create(&threads[2], NULL, third, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
