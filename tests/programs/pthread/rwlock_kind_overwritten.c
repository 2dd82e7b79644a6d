//@ check: data-race line=@write|@lock other=@write|@lock
//@ check --races ignore: safe
// The kind of a lock (in its static initialiser) is looked at where the lock is taken: to write there at the same time is a
// race with that, before the lock is taken as well as while a thread waits for it. What the waiting thread has seen stays
// what it has seen.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&lock); /*@lock*/
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_wrlock(&lock);
    pthread_create(&t, NULL, reader, NULL);
    ((int *)&lock)[12] = 2; /*@write*/
    pthread_rwlock_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
