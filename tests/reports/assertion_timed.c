/* A timed wait whose result is not looked at. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static bool ready;
static int payload;
static void *producer(void *a)
{
    pthread_mutex_lock(&m);
    payload = 42;
    ready = true;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return a;
}
static int await(void)
{
    struct timespec until = { 1, 0 };
    pthread_mutex_lock(&m);
    if (!ready)
        pthread_cond_timedwait(&c, &m, &until);
    int p = payload;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    assert(await() == 42);
    pthread_join(t, NULL);
    return 0;
}
