// Two readers both want to write: each waits for the other to stop reading.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached, version = 3;

static void refresh(void)
{
    pthread_rwlock_wrlock(&lock);
    cached = version;
    pthread_rwlock_unlock(&lock);
}

static void *user(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    if (cached != version)
        refresh();
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
