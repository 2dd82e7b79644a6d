// The lock is released by a thread that does not hold it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *helper(void *arg)
{
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t h;
    pthread_mutex_lock(&lock);
    pthread_create(&h, NULL, helper, NULL);
    pthread_join(h, NULL);
    return 0;
}
