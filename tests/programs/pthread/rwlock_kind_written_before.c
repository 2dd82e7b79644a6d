//@ check: incomplete unsupported=writer
// As rwlock_kind_overwritten, but the kind is written before the thread starts: what it says is seen.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    ((int *)&lock)[12] = 2;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    return 0;
}
