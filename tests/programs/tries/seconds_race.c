//@ check: data-race line=@read|@write other=@read|@write
//@ check --model sc: data-race line=@read|@write other=@read|@write
//@ check --explorer source: data-race line=@read|@write other=@read|@write
// A timed wait reads all of the time that it is given, the seconds as well: main changes them while the other thread may be reading.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static sem_t sem;
static struct timespec until = { 5, 0 };

static void *waits(void *arg)
{
    sem_timedwait(&sem, &until); /*@read*/
    return arg;
}

int main(void)
{
    pthread_t waiter;
    sem_init(&sem, 0, 0);
    pthread_create(&waiter, NULL, waits, NULL);
    until.tv_sec = 6; /*@write*/
    pthread_join(waiter, NULL);
    return 0;
}
