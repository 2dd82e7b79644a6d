// Two variables are changed together, for ever; who looks at them takes no lock.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *changes(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        x = !x;
        y = x;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *looks(void *arg)
{
    for (;;)
        assert(x == y);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, changes, NULL);
    pthread_create(&b, NULL, looks, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
