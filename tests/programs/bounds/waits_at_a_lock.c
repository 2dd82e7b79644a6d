//@ check --preemptions 0: assertion line=@assert graph-only
//@ check --preemptions 1: assertion line=@assert graph-only
// As preempted_at_a_lock.c, but without a preemption: a third thread takes the lock before and waits, so that the writer has to wait at the lock and is
// left for nothing. What comes before the reader's access by itself (the first store) would need one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t go_on;

static void *holds(void *arg)
{
    pthread_mutex_lock(&m);
    sem_wait(&go_on);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *writes(void *arg)
{
    x = 1;
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *reads(void *arg)
{
    assert(x != 1); /*@assert*/
    sem_post(&go_on);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&go_on, 0, 0);
    pthread_create(&t[0], NULL, holds, NULL);
    pthread_create(&t[1], NULL, writes, NULL);
    pthread_create(&t[2], NULL, reads, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
