// What is computed from an unsigned number is one.
#include <assert.h>
#include <pthread.h>

static unsigned left;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *give(void *arg)
{
    pthread_mutex_lock(&m);
    left = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, give, NULL);
    pthread_mutex_lock(&m);
    assert(left - 1 == 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
