//@ check: sync-misuse line=@bug
//@ check --explorer optimal: sync-misuse line=@bug
//@ check --explorer source: sync-misuse line=@bug
// Main joins two threads, one of which detaches the other if it comes early enough: what main does at the end is the same in all
// executions but that.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_t worker;
static atomic_int flag;

static void *work(void *arg)
{
    atomic_store(&flag, 1);
    return arg;
}

static void *detach(void *arg)
{
    if (!atomic_load(&flag))
        pthread_detach(worker);
    return arg;
}

int main(void)
{
    pthread_t other;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&other, NULL, detach, NULL);
    pthread_join(other, NULL);
    pthread_join(worker, NULL); /*@bug*/
    return 0;
}
