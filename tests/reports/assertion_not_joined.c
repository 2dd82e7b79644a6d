/* A parallel sum; main forgets to join the second worker. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg)
{
    pthread_mutex_lock(&m);
    total += *(int *)arg;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    static int part[2] = {2, 3};
    pthread_create(&a, NULL, add, &part[0]);
    pthread_create(&b, NULL, add, &part[1]);
    pthread_join(a, NULL);
    pthread_mutex_lock(&m);
    assert(total == 5);
    pthread_mutex_unlock(&m);
    pthread_join(b, NULL);
    return 0;
}
