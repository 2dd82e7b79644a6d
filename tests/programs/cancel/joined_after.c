//@ check: safe
//@ check --explorer naive: safe
//@ check --explorer rf: safe
// The thread is joined after it was cancelled: by another one, which waits for that.
#include <pthread.h>
#include <semaphore.h>

static pthread_t t[2];
static sem_t cancelled;

static void *ends(void *arg)
{
    return arg;
}

static void *joins(void *arg)
{
    sem_wait(&cancelled);
    pthread_join(t[0], 0);
    return arg;
}

int main(void)
{
    sem_init(&cancelled, 0, 0);
    pthread_create(&t[0], 0, ends, 0);
    pthread_create(&t[1], 0, joins, 0);
    pthread_cancel(t[0]);
    sem_post(&cancelled);
    pthread_join(t[1], 0);
    return 0;
}
