// The routine of pthread_once waits for a thread that waits for the routine.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void init(void)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
}

static void *user(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_once(&once, init);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t u;
    pthread_create(&u, NULL, user, NULL);
    pthread_once(&once, init);
    pthread_join(u, NULL);
    return ready - 1;
}
