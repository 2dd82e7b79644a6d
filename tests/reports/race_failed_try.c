// A try that fails tells that another thread has the lock, and orders nothing.
#include <pthread.h>

static int data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *begin(void *arg)
{
    data = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    int seen = 0;
    pthread_create(&t, NULL, begin, NULL);
    if (pthread_mutex_trylock(&m) != 0)
        seen = data;
    else
        pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return seen > 1;
}
