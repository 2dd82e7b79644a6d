//@ check: sync-misuse
//@ check --races explore: sync-misuse
//@ check --explorer naive: sync-misuse
//@ check --explorer source: sync-misuse
//@ check --explorer optimal: sync-misuse
//@ check --explorer rf: sync-misuse
// Two threads join the same one. Nothing orders them, so that either may be the one that comes second.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t worker;
static atomic_int started;

static void *body(void *arg)
{
    return arg;
}

static void *joins(void *arg)
{
    atomic_store(&started, 1);
    if (atomic_load(&started))
        pthread_join(worker, NULL);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&worker, NULL, body, NULL);
    pthread_create(&other, NULL, joins, NULL);
    while (!atomic_load(&started))
        ;
    pthread_join(worker, NULL);
    pthread_join(other, NULL);
    return 0;
}
